// Finds the test command that the repository's own files name, and runs it where that is allowed and contained.
import type { CommandResult } from '../../ports.js';
import type { Desk } from '../desk.js';
import { byPreference, TEST_COMMAND, TEST_MANIFESTS, TEST_OUTCOME } from '../findings/test-findings.js';
import { bullets, code, codeBlock, document, counted } from '../markdown.js';
import type { StrategyProgress } from '../strategy-agent.js';
import { leftOut } from './licences-and-dependencies.js';

const SHOWN_OUTPUT = 4_000;

function ended({ exitCode, signal, timedOut, durationMs }: CommandResult): string {
  const after = `after ${(durationMs / 1_000).toFixed(1)} s`;
  if (timedOut) return `It was stopped at the time limit, ${after}.`;
  if (exitCode === null) return `It was ended by ${signal ?? 'a signal'} ${after}.`;
  if (exitCode === 0) return `It ended with exit code 0 ${after}: the tests passed.`;
  const hint = exitCode === 127 ? ' A program that it needs is not there.' : '';
  return `It ended with exit code ${exitCode} ${after}.${hint} The sandbox has no network, and only what git versions was there: dependencies are not installed.`;
}

export async function* testCommand(desk: Desk): AsyncGenerator<StrategyProgress, string> {
  yield { summary: 'Looking for the test command', completedUnits: 0, totalUnits: 2 };
  const paths = (await desk.find(TEST_MANIFESTS))?.value.paths ?? [];
  const looked: string[] = [];
  let command: string | null = null;
  for (const path of byPreference(paths)) {
    command = (await desk.find(TEST_COMMAND, path))?.value.command ?? null;
    looked.push(`${code(path)}: ${command === null ? 'names no test command' : code(command)}`);
    if (command !== null) break;
  }
  const seen = bullets(looked) || 'No file at the root could name a test command.';
  if (command === null) return document('# Test command', seen, 'No test command was found, so none was run.', ...leftOut(desk));
  yield { summary: `Running ${command}`, completedUnits: 1, totalUnits: 2 };
  return document('# Test command', seen, ...(await runTests(desk, command)), ...leftOut(desk));
}

async function runTests(desk: Desk, command: string): Promise<readonly string[]> {
  const why = await desk.whyNoCommands();
  if (why !== null) return [`${code(command)} was not run: ${why}.`];
  const result = (await desk.find(TEST_OUTCOME, command))?.opened.find((opened) => opened.kind === 'command')?.result;
  if (!result) return [`${code(command)} was not run.`];
  const shown = result.output.length > SHOWN_OUTPUT ? result.output.slice(-SHOWN_OUTPUT) : result.output;
  const cut = shown.length < result.output.length || result.truncated ? ` (the last ${counted(shown.length, 'character')})` : '';
  return [`## ${code(command)}`, ended(result), `Its output${cut}:`, shown.trim() === '' ? 'none' : codeBlock(shown)];
}
