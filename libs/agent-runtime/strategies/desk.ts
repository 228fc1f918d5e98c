// Where a strategy agent works: it asks for findings, each through the gate and with real tools, and claims and evidence pile up.
import { Rejection } from '#domain/kernel';
import type { AgentBrief } from '../brief.js';
import { EvidenceLog } from '../evidence/evidence-log.js';
import type { EvidenceQuestion } from '../evidence/evidence-record.js';
import { openEvidence } from '../evidence/open-evidence.js';
import type { OpenedEvidence } from '../evidence/open-evidence.js';
import type { AgentPorts, FileTree } from '../ports.js';
import type { AgentReport, Claim } from '../report.js';
import { TOOL_IDENTITIES } from '../tools/tool-identities.js';
import type { ToolName } from '../tools/tool-identities.js';
import { claimKey } from './findings/finding.js';
import type { Finding } from './findings/finding.js';

/** Files that cannot be opened as text are left out by name; anything else ends the step. */
const LEFT_OUT = new Set(['FILE_TOO_LARGE', 'FILE_IS_BINARY', 'NOT_A_FILE']);

const toolOf = (question: EvidenceQuestion): ToolName => {
  if (question.kind === 'command') return 'bash';
  if (question.kind !== 'query') return 'read_file';
  return question.query.kind === 'paths' ? 'glob' : question.query.kind === 'matches' ? 'grep' : 'list_dir';
};

/** One listing serves every question until a command may have changed the files. */
function cachedTree(files: FileTree): FileTree {
  let listing: ReturnType<FileTree['list']> | null = null;
  return {
    revision: files.revision,
    list: (signal) => (listing ??= files.list(signal)),
    read: (path, range) => files.read(path, range),
  };
}

export class Desk {
  private readonly log: EvidenceLog;
  private readonly claims: Claim[] = [];
  private readonly files: FileTree;
  /** What could not be opened, with the reason. */
  readonly leftOut: { readonly path: string; readonly code: string }[] = [];

  constructor(
    readonly brief: AgentBrief,
    private readonly ports: AgentPorts,
    private readonly signal: AbortSignal,
  ) {
    this.log = new EvidenceLog(brief.assignmentId);
    this.files = cachedTree(ports.files);
  }

  /** Answers the finding and claims it. null where its file had to be left out. Throws Rejection CAPABILITY_MISSING. */
  async find<Value>(finding: Finding<Value>, subject = ''): Promise<{ value: Value; opened: readonly OpenedEvidence[] } | null> {
    const questions = finding.ask(subject);
    const opened: OpenedEvidence[] = [];
    try {
      for (const question of questions) opened.push(await this.open(question));
    } catch (error) {
      if (!(error instanceof Rejection) || !LEFT_OUT.has(error.code)) throw error;
      this.leftOut.push({ path: subject, code: error.code });
      return null;
    }
    const value = finding.derive(opened, subject);
    this.claim({
      kind: finding.kindOf(value),
      key: claimKey(finding.name, subject),
      statement: finding.phrase(value, subject),
      value,
      evidenceRefs: questions.map((question, index) => this.log.add(question, opened[index]?.digest ?? '')),
      supersedesFactIds: [],
    });
    return { value, opened };
  }

  /** Hands an accepted claim on, with its evidence, under refs of this Assignment. */
  adopt(claim: Claim, report: AgentReport): void {
    const cited = report.evidence.filter(({ ref }) => claim.evidenceRefs.includes(ref));
    const evidenceRefs = cited.map(({ ref: _ref, digest, ...question }) => this.log.add(question, digest));
    const { claimId: _id, ...rest } = claim;
    this.claim({ ...rest, evidenceRefs, supersedesFactIds: [] });
  }

  /** The accepted claim of a direct dependency. Throws Rejection DEPENDENCY_MISSING. */
  accepted<Value>(taskKey: string, finding: Finding<Value>): Value {
    const report = this.brief.dependencies.find((dependency) => dependency.taskKey === taskKey)?.report;
    const claim = report?.claims.find(({ key }) => key === finding.name);
    if (claim) return claim.value as Value;
    throw new Rejection('DEPENDENCY_MISSING', `${this.brief.taskKey} needs the accepted claim ${finding.name} of ${taskKey}.`);
  }

  /** Why a command cannot be run here; null when it can. */
  async whyNoCommands(): Promise<string | null> {
    if (!this.brief.capabilities.includes('bash')) return 'this task was not given `bash`';
    if (!this.ports.commands) return 'no process sandbox works on this host';
    const gate = await this.ask('bash', {});
    return gate.decision === 'allow' ? null : gate.reason;
  }

  async report(markdown: string): Promise<AgentReport> {
    await this.pass('write_report', { markdown });
    const stated = new Set(this.claims.flatMap(({ evidenceRefs }) => evidenceRefs));
    return { version: 1, markdown, claims: this.claims, evidence: this.log.all().filter(({ ref }) => stated.has(ref)) };
  }

  private async open(question: EvidenceQuestion): Promise<OpenedEvidence> {
    this.signal.throwIfAborted();
    await this.pass(toolOf(question), question.kind === 'command' ? { command: question.argv.at(-1) } : { ...question });
    return openEvidence(question, { files: this.files, commands: this.ports.commands }, this.signal);
  }

  private async pass(tool: ToolName, args: Readonly<Record<string, unknown>>): Promise<void> {
    const { taskKey, capabilities } = this.brief;
    if (!capabilities.includes(tool)) {
      throw new Rejection(
        'CAPABILITY_MISSING',
        `${taskKey} needs the tool ${tool}, which its capability snapshot does not hold.`,
      );
    }
    const gate = await this.ask(tool, args);
    if (gate.decision === 'deny') throw new Rejection('CAPABILITY_MISSING', `${taskKey} may not use ${tool}: ${gate.reason}`);
  }

  private ask(tool: ToolName, args: Readonly<Record<string, unknown>>) {
    return this.ports
      .gate({ identity: TOOL_IDENTITIES[tool], arguments: args })
      .catch(() => ({ decision: 'deny', reason: 'the permission gate failed' }) as const);
  }

  private claim(claim: Omit<Claim, 'claimId'>): void {
    this.claims.push({ claimId: `c${this.claims.length + 1}`, ...claim });
  }
}
