// Opens cited evidence again at the base revision and says whether it is still what the report says it is.
import { canonicalJson, Rejection } from '#domain/kernel';
import type { EvidenceRecord } from '../evidence/evidence-record.js';
import { openEvidence, questionOf } from '../evidence/open-evidence.js';
import type { OpenedEvidence } from '../evidence/open-evidence.js';
import type { CommandRunner, FileTree } from '../ports.js';
import { judgeShellCommand } from '../tools/shell-command.js';

/** Lends a place to repeat commands in for as long as `use` lasts; null where no sandbox works. */
export type RepeatCommands = <T>(use: (commands: CommandRunner) => Promise<T>) => Promise<T | null>;

export type CheckedEvidence =
  { readonly confirmed: true; readonly opened: OpenedEvidence } | { readonly confirmed: false; readonly why: string };

const unconfirmed = (why: string): CheckedEvidence => ({ confirmed: false, why });

export class EvidenceCheck {
  private readonly checked = new Map<string, Promise<CheckedEvidence>>();
  private listing: ReturnType<FileTree['list']> | null = null;
  private readonly files: FileTree;

  constructor(
    files: FileTree,
    private readonly repeatCommands: RepeatCommands,
    private readonly signal: AbortSignal,
  ) {
    this.files = {
      revision: files.revision,
      list: (signal) => (this.listing ??= files.list(signal)),
      read: (path, range) => files.read(path, range),
    };
  }

  /** The same record is opened once, however many claims cite it. */
  check(record: EvidenceRecord): Promise<CheckedEvidence> {
    const { ref: _ref, ...rest } = record;
    const key = canonicalJson(rest);
    const known = this.checked.get(key);
    if (known) return known;
    const checking = this.open(record);
    this.checked.set(key, checking);
    return checking;
  }

  private async open(record: EvidenceRecord): Promise<CheckedEvidence> {
    this.signal.throwIfAborted();
    try {
      const opened = record.kind === 'command' ? await this.repeat(record) : await this.openFiles(record, null);
      if (opened === null) return unconfirmed('no process sandbox works here to repeat the command');
      return opened.digest === record.digest ? { confirmed: true, opened } : unconfirmed('it differs at the base revision');
    } catch (error) {
      if (error instanceof Rejection) return unconfirmed(`${error.code}: ${error.message}`);
      throw error;
    }
  }

  private openFiles(record: EvidenceRecord, commands: CommandRunner | null): Promise<OpenedEvidence> {
    return openEvidence(questionOf(record), { files: this.files, commands }, this.signal);
  }

  private repeat(record: Extract<EvidenceRecord, { kind: 'command' }>): Promise<OpenedEvidence | null> {
    const [shell, flag, command, ...more] = record.argv;
    const verdict = judgeShellCommand(command ?? '');
    if (shell !== '/bin/sh' || flag !== '-c' || more.length > 0 || !verdict.allowed) {
      throw new Rejection('COMMAND_NOT_ALLOWED', 'The cited command is none that may be repeated.');
    }
    return this.repeatCommands((commands) => this.openFiles(record, commands));
  }
}
