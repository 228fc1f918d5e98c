// Stryker's Mocha runner, kept alive between mutants: a mutant is switched on while its tests run, never while a file loads.
// Stryker restarts the process for whatever a spec also touches at load, 1.5 s a mutant; the rules keep no state, so none is needed.
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { createMochaTestRunner } from '@stryker-mutator/mocha-runner';

function createOneProcessRunner(injector) {
  const runner = createMochaTestRunner(injector);
  const run = runner.mutantRun.bind(runner);
  runner.capabilities = async () => ({ reloadEnvironment: true });
  runner.mutantRun = (options) => {
    if (options.mutantActivation !== 'runtime') throw new Error('A mutant that works at load needs `ignoreStatic`.');
    return run(options);
  };
  return runner;
}
createOneProcessRunner.inject = createMochaTestRunner.inject;

export { strykerValidationSchema } from '@stryker-mutator/mocha-runner';
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'one-process', createOneProcessRunner)];
