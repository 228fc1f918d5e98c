// Runs a shell command in the sandbox. It is offered only where a sandbox works.
import { z } from 'zod';
import { Rejection } from '#domain/kernel';
import { openEvidence } from '../evidence/open-evidence.js';
import { judgeShellCommand } from './shell-command.js';
import type { Tool } from './tool.js';

const schema = z.strictObject({ command: z.string().min(1).max(2_000) });

export const BASH: Tool<z.infer<typeof schema>> = {
  name: 'bash',
  description: 'Runs a shell command in a sandbox on the workspace: no network, a time limit, a list of allowed programs.',
  schema,
  async run({ command }, context) {
    const verdict = judgeShellCommand(command);
    if (!verdict.allowed) throw new Rejection('COMMAND_NOT_ALLOWED', `The command was not run: ${verdict.reason}.`);
    const question = { kind: 'command' as const, argv: ['/bin/sh', '-c', command], timeoutMs: context.commandTimeoutMs };
    const opened = await openEvidence(question, context, context.signal);
    if (opened.kind !== 'command') throw new TypeError('The evidence is no command.');
    const handle = context.evidence.handleOf(context.evidence.add(question, opened.digest));
    const { exitCode, timedOut, signal, output } = opened.result;
    const ended = timedOut
      ? `stopped after ${context.commandTimeoutMs} ms`
      : exitCode === null
        ? `ended by ${signal}`
        : `exit code ${exitCode}`;
    return { text: `[evidence ${handle}] ${ended}\n${output.trim() || '(no output)'}` };
  },
};
