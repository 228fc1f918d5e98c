// Closes a run with one plain line, `N passed, N failed, N skipped`, and names each skipped test.
export default class Summary {
  onRunComplete(_contexts, results) {
    for (const suite of results.testResults) {
      for (const test of suite.testResults) if (test.status === 'pending') console.log(`skipped: ${test.fullName}`);
    }
    const broken = results.numRuntimeErrorTestSuites;
    console.log(
      `${results.numPassedTests} passed, ${results.numFailedTests + broken} failed, ${results.numPendingTests} skipped`,
    );
  }
}
