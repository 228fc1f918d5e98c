import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorkspaceProvider } from '#workspaces/git';
import { Sandbox } from '#workspaces/sandbox';
import { folderDigest, sampleRepository, temporaryFolder } from '../../workspaces/suite/sample-repository.js';
import type { SampleFile, SampleRepository } from '../../workspaces/suite/sample-repository.js';
import { DEFAULT_BUDGET } from '../brief.js';
import type { AgentBrief } from '../brief.js';
import type { AgentPorts } from '../ports.js';
import { decodeReport, encodeReport } from '../report.js';
import type { AgentReport, Claim } from '../report.js';
import { reviewCandidate } from '../reviewer/review-candidate.js';
import { runAgent } from '../run-agent.js';
import type { AgentStep } from '../step.js';
import { DEMO_RULES, permissionGate } from '../tools/permission-rules.js';
import { NO_RISK } from '../tools/tool-risk.js';
import { REPOSITORY_AUDIT } from './repository-audit.js';
import { strategyName } from './workflow-strategy.js';

const READ = ['read_file', 'list_dir', 'glob', 'grep', 'write_report'];
const MIT = 'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software\n';
const noCache = { load: () => Promise.resolve(null), store: () => Promise.resolve(), remove: () => Promise.resolve() };
const made: { remove(): void }[] = [];
afterEach(() => made.splice(0).forEach((each) => each.remove()));

async function host(files: Record<string, SampleFile>, prepare?: (sample: SampleRepository) => void) {
  const sample = sampleRepository(files);
  prepare?.(sample);
  const dataDir = temporaryFolder('audit');
  made.push(sample, { remove: () => rmSync(dataDir, { recursive: true, force: true }) });
  const sandbox = await Sandbox.detect(join(dataDir, 'sandbox'));
  const provider = await GitWorkspaceProvider.open({ dataDir, sandbox });
  const source = { path: sample.path };
  const baseRevision = await provider.resolveBaseRevision(source);
  let fence = 0;

  async function steps(taskKey: string, over: Partial<AgentBrief> = {}, ports: Partial<AgentPorts> = {}): Promise<AgentStep[]> {
    fence += 1;
    const workspace = await provider.lease({
      ...{ projectId: 'demo', runId: 'run-1', taskKey, taskRevision: 1, assignmentId: `a-${fence}`, attempt: 1, fence },
      ...{ source, baseRevision, mode: taskKey === 'test-command' ? 'mutable' : 'read_only', expiresAt: 0 },
    });
    const brief: AgentBrief = {
      ...{ projectId: 'demo', runId: 'run-1', taskKey, taskRevision: 1, assignmentId: `a-${fence}`, attempt: 1, baseRevision },
      ...{ title: taskKey, strategy: strategyName(REPOSITORY_AUDIT), criteria: [], context: [], dependencies: [] },
      ...{ capabilities: taskKey === 'test-command' ? [...READ, 'bash'] : READ, budget: DEFAULT_BUDGET },
      ...over,
    };
    const all: AgentStep[] = [];
    const run = runAgent(
      brief,
      {
        ...{ files: workspace.files, commands: workspace.commands, model: null, checkpoints: noCache, now: () => 0 },
        gate: permissionGate(DEMO_RULES),
        ...ports,
      },
      new AbortController().signal,
    );
    for await (const step of run) all.push(step);
    return all;
  }

  async function report(taskKey: string, over: Partial<AgentBrief> = {}, ports: Partial<AgentPorts> = {}): Promise<AgentReport> {
    const last = (await steps(taskKey, over, ports)).at(-1);
    if (last?.kind !== 'report') throw new Error(`no report: ${JSON.stringify(last)}`);
    return decodeReport(encodeReport(last.report));
  }

  const review = async (candidate: AgentReport) =>
    reviewCandidate(
      {
        ...{ projectId: 'demo', runId: 'run-1', taskKey: 't', title: 't', contractId: 'contract', risk: NO_RISK, control: [] },
        criteria: [{ criterionId: 'reviewer-verdict', kind: 'judgment', text: null }],
        ...{ report: candidate, baseRevision },
      },
      {
        files: await provider.snapshot(source, baseRevision),
        repeatCommands: (use) => provider.repeatCommands(source, baseRevision, use),
        model: null,
      },
      new AbortController().signal,
    );

  async function audit(): Promise<Record<string, AgentReport>> {
    const reports: Record<string, AgentReport> = {};
    for (const { key, dependsOn } of REPOSITORY_AUDIT.steps) {
      const dependencies = dependsOn.map((taskKey) => ({ taskKey, report: reports[taskKey]! }));
      reports[key] = await report(key, { dependencies });
    }
    return reports;
  }
  return { sample, sandbox, steps, report, review, audit };
}

const values = (report: AgentReport) => Object.fromEntries(report.claims.map(({ key, value }) => [key, value]));

describe('repository-audit on a small project', () => {
  const project: Record<string, SampleFile> = {
    'package.json': JSON.stringify({
      license: 'MIT',
      scripts: { test: 'node check.js' },
      dependencies: { left: '^1.0.0' },
      devDependencies: { right: '2' },
    }),
    'package-lock.json': '{}',
    LICENSE: MIT,
    'README.md': '# Sample\n',
    'check.js': "console.log('checked'); process.exit(process.cwd() === '/workspace' ? 0 : 9);\n",
    'src/index.ts': 'export const x = 1; // TODO give it a name\n',
    'assets/big.bin': Buffer.alloc(50_000, 0),
  };

  it('states what is there, with real names, and the reviewer recomputes every claim', async () => {
    const { audit, review, sample } = await host(project);
    const before = folderDigest(sample.path);
    const reports = await audit();
    expect(values(reports['inventory']!)).toMatchObject({
      'files.extensions': { files: 7 },
      'manifests.paths': { count: 1, paths: ['package.json'] },
      'readme.paths': { paths: ['README.md'] },
    });
    expect(values(reports['licences-and-dependencies']!)).toMatchObject({
      'licence.text:LICENSE': { spdx: 'MIT' },
      'dependencies.declared:package.json': { runtime: ['left ^1.0.0'], development: ['right 2'], licence: 'MIT' },
      'lockfiles.paths': { paths: ['package-lock.json'] },
    });
    expect(values(reports['todo-and-large-files']!)).toMatchObject({
      'notes.open': { count: 1, first: [{ path: 'src/index.ts', line: 1 }] },
    });
    expect(values(reports['todo-and-large-files']!)).toHaveProperty(['files.largest', 'files', 0], {
      path: 'assets/big.bin',
      size: 50_000,
    });
    for (const name of ['src/index.ts', 'LICENSE', 'package.json', 'assets/big.bin', 'README.md']) {
      expect(reports['report']!.markdown).toContain(name);
    }
    for (const report of Object.values(reports)) {
      const verdict = await review(report);
      expect(verdict.reason).not.toMatch(/\(/);
      expect(verdict.criteria).toEqual([expect.objectContaining({ verdict: 'passed' })]);
      expect(verdict.criteria[0]!.evidenceRefs.length).toBeGreaterThan(0);
      expect(verdict.claims.every(({ accepted }) => accepted)).toBe(true);
      expect(verdict.method).toBe('recomputed');
    }
    expect(folderDigest(sample.path)).toBe(before);
  });

  it('runs the test command where a sandbox works, and says how it ended', async () => {
    const { report, sandbox, review } = await host(project);
    const tested = await report('test-command');
    expect(values(tested)['test.command:package.json']).toEqual({ command: 'npm test --silent' });
    if (!sandbox.status.works) return;
    expect(values(tested)['test.outcome:npm test --silent']).toEqual({ exitCode: 0, timedOut: false });
    expect(tested.markdown).toContain('checked');
    expect((await review(tested)).claims.every(({ accepted }) => accepted)).toBe(true);
  });

  it('finds the test command but does not run it without a sandbox, without the tool, or against a rule', async () => {
    const { report } = await host(project);
    const without = [
      await report('test-command', {}, { commands: null }),
      await report('test-command', { capabilities: READ }),
      await report('test-command', {}, { gate: permissionGate([]) }),
    ];
    for (const each of without) {
      expect(each.claims.map(({ key }) => key)).toEqual(['test.manifests', 'test.command:package.json']);
      expect(each.markdown).toMatch(/`npm test --silent` was not run: /);
    }
  });

  it('every call of a strategy agent passes the gate, and a deny stops it', async () => {
    const { steps, sandbox } = await host(project);
    const seen = new Set<string>();
    await steps(
      'test-command',
      {},
      {
        gate: (call) => {
          seen.add(call.identity);
          return Promise.resolve({ decision: 'allow' });
        },
      },
    );
    const expected = ['files:glob', 'files:read_file', 'report:write_report', ...(sandbox.status.works ? ['shell:bash'] : [])];
    expect([...seen].sort()).toEqual(expected);
    const denied = await steps('inventory', {}, { gate: () => Promise.resolve({ decision: 'deny', reason: 'no' }) });
    expect(denied.at(-1)).toMatchObject({ kind: 'failed', reasonCode: 'capability_missing', retryable: false });
    const failing = await steps('inventory', {}, { gate: () => Promise.reject(new Error('down')) });
    expect(failing.at(-1)).toMatchObject({ kind: 'failed', reasonCode: 'capability_missing' });
  });

  it('refuses claims that were changed, cite other evidence, or none', async () => {
    const { report, review } = await host(project);
    const honest = await report('inventory');
    const change = (key: string, over: Partial<Claim>): AgentReport => ({
      ...honest,
      claims: honest.claims.map((claim) => (claim.key === key ? { ...claim, ...over } : claim)),
    });
    const changed = [
      change('manifests.paths', { value: { count: 2, paths: ['package.json', 'x'] } }),
      change('manifests.paths', { statement: 'All is well.' }),
      change('manifests.paths', { evidenceRefs: [] }),
      change('manifests.paths', { evidenceRefs: honest.claims[0]!.evidenceRefs }),
      change('manifests.paths', { key: 'made.up' }),
      { ...honest, evidence: honest.evidence.map((each) => ({ ...each, digest: `sha256:${'0'.repeat(64)}` })) },
    ];
    for (const each of changed) {
      const verdict = await review(each);
      expect(verdict.criteria).toEqual([{ criterionId: 'reviewer-verdict', verdict: 'failed', evidenceRefs: [] }]);
    }
    await expect(review({ ...honest, claims: [] })).resolves.toMatchObject({ criteria: [{ verdict: 'needs_evidence' }] });
  });

  it('does not repeat a command that no agent may run', async () => {
    const { report, review } = await host(project);
    const honest = await report('test-command', {}, { commands: null });
    const evidence = { ref: 'evidence:x:9', kind: 'command' as const, digest: `sha256:${'0'.repeat(64)}`, timeoutMs: 60_000 };
    const verdict = await review({
      ...honest,
      claims: [
        ...honest.claims,
        {
          ...{ claimId: 'c9', kind: 'command_result', key: 'test.outcome:curl x', statement: 's', value: null },
          ...{ evidenceRefs: ['evidence:x:9'], supersedesFactIds: [] },
        },
      ],
      evidence: [...honest.evidence, { ...evidence, argv: ['/bin/sh', '-c', 'curl x'] }],
    });
    expect(verdict.claims.at(-1)).toEqual({ claimId: 'c9', accepted: false });
    expect(verdict.reason).toContain('COMMAND_NOT_ALLOWED');
  });
});

describe('repository-audit on any repository', () => {
  const passes = async (files: Record<string, SampleFile>, prepare?: (sample: SampleRepository) => void) => {
    const { audit, review } = await host(files, prepare);
    const reports = await audit();
    for (const report of Object.values(reports)) {
      const verdict = await review(report);
      expect([verdict.reason, verdict.criteria[0]!.verdict]).toEqual([verdict.reason, 'passed']);
    }
    return reports;
  };

  it('one file and nothing else', async () => {
    const reports = await passes({ 'only.txt': 'x' });
    expect(values(reports['licences-and-dependencies']!)['licence.files']).toEqual({ count: 0, paths: [] });
    expect(reports['test-command']!.markdown).toContain('No test command was found');
    expect(reports['report']!.markdown).toContain('only.txt');
  });

  it('a commit without files', async () => {
    await passes({ 'gone.txt': 'x' }, (sample) => {
      sample.git('rm', '-q', 'gone.txt');
      sample.git('commit', '-qm', 'Empty');
    });
  });

  it('binary files, links out, odd names, submodules and broken manifests', async () => {
    const reports = await passes(
      {
        'package.json': '{ this is no json',
        'sub/package.json': Buffer.from([0, 1, 2]),
        'lib/Cargo.toml': { link: '/etc/passwd' },
        LICENSE: { link: 'missing' },
        'LICENSE.md': 'All rights reserved.',
        'a `tick` and\n"quote" ü.md': 'HACK around it\n',
        '-rf': 'x',
        'node_modules/dep/package.json': '{"name":"dep"}',
        'blob.bin': Buffer.from('TODO\0TODO'),
      },
      (sample) => {
        sample.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
        sample.git('commit', '-qm', 'Submodule');
      },
    );
    expect(values(reports['inventory']!)['manifests.paths']).toEqual({ count: 2, paths: ['package.json', 'sub/package.json'] });
    expect(values(reports['licences-and-dependencies']!)).toMatchObject({
      'licence.files': { paths: ['LICENSE.md'] },
      'licence.text:LICENSE.md': { spdx: null },
      'dependencies.declared:package.json': { understood: false },
    });
    expect(values(reports['todo-and-large-files']!)['notes.open']).toMatchObject({ count: 1, files: 1 });
    expect(reports['report']!.markdown).toContain('\\n');
  });

  it('names that are no UTF-8', async () => {
    const reports = await passes({ 'a.txt': 'a' }, (sample) => {
      writeFileSync(Buffer.concat([Buffer.from(`${sample.path}/b`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]), 'FIXME b');
      sample.git('add', '--all');
      sample.git('commit', '-qm', 'More');
    });
    expect(values(reports['inventory']!)['files.extensions']).toMatchObject({ files: 2 });
    expect(values(reports['todo-and-large-files']!)['notes.open']).toMatchObject({ count: 1 });
  });

  it('ten thousand files', async () => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`d${n % 50}/f${n}.md`, `line ${n}\n`]));
    const { report, review } = await host(files);
    const inventory = await report('inventory');
    expect(values(inventory)['files.extensions']).toMatchObject({ files: 10_000 });
    const notes = await report('todo-and-large-files');
    expect((await review(notes)).criteria[0]!.verdict).toBe('passed');
  });
});
