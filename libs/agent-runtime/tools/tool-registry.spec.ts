import { EvidenceLog } from '../evidence/evidence-log.js';
import { memoryTree } from '../suite/memory-tree.js';
import { BASH } from './bash-tool.js';
import { GLOB, GREP, LIST_DIR, READ_FILE } from './file-tools.js';
import { capTokens } from './invoke-tool.js';
import type { Tool, ToolContext } from './tool.js';
import { toolCards, toolDefinition, TOOLS } from './tool-registry.js';
import { TOOL_NAMES } from './tool-identities.js';

const context = (files: Record<string, string | Buffer>, over: Partial<ToolContext> = {}): ToolContext => ({
  ...{ files: memoryTree(files), commands: null, evidence: new EvidenceLog('a-1'), commandTimeoutMs: 1_000 },
  signal: new AbortController().signal,
  ...over,
});
const run = async <Arguments>(
  tool: Tool<Arguments>,
  args: Arguments,
  files: Record<string, string | Buffer>,
  over: Partial<ToolContext> = {},
) => (await tool.run(args, context(files, over))).text;

describe('the registry of tools', () => {
  it('[WK-05] holds exactly these, and none that takes a state', () => {
    expect(TOOLS.map(({ name }) => name)).toEqual(TOOL_NAMES);
    const words = JSON.stringify(TOOLS.map(toolDefinition));
    expect(words).not.toMatch(/"(state|status|accepted|executed|verdict|approve)"/);
  });

  it('describes each by JSON Schema of a closed object, and digests definition, identity and risk', () => {
    for (const tool of TOOLS) {
      expect(toolDefinition(tool).parameters).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const cards = toolCards();
    expect(new Set(cards.map(({ digest }) => digest)).size).toBe(TOOLS.length);
    expect(toolCards()).toEqual(cards);
    expect(cards.find(({ name }) => name === 'bash')).toMatchObject({ identity: 'shell:bash', risk: { sideEffect: 'local' } });
  });
});

describe('file tools', () => {
  const files = { 'a.txt': 'one\ntwo\nthree\n', 'src/x.ts': 'TODO\n', 'src/deep/y.ts': '', 'b.bin': Buffer.from([0]) };

  it('read_file gives numbered lines, says how to go on, and refuses binary files', async () => {
    await expect(run(READ_FILE, { path: 'a.txt', limit: 2 }, files)).resolves.toBe(
      '[evidence e1]\n1\tone\n2\ttwo\n(lines 1 to 2 of 3; go on with offset 2)',
    );
    await expect(run(READ_FILE, { path: 'a.txt', offset: 9 }, files)).resolves.toContain('no lines; the file has 3');
    await expect(run(READ_FILE, { path: 'b.bin' }, files)).rejects.toMatchObject({ code: 'FILE_IS_BINARY' });
  });

  it('read_file takes numbers out of bounds, and names files that are like a missing one', async () => {
    await expect(run(READ_FILE, { path: 'a.txt', offset: -1, limit: 0 }, files)).resolves.toContain('3\tthree');
    await expect(run(READ_FILE, { path: 'x.js' }, files)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('src/x.ts'),
    });
    await expect(run(READ_FILE, { path: 'docs/none.md' }, files)).rejects.toMatchObject({
      message: expect.stringContaining('a.txt, b.bin'),
    });
  });

  it('list_dir shows one folder', async () => {
    await expect(run(LIST_DIR, {}, files)).resolves.toBe('[evidence e1]\na.txt (14 bytes)\nb.bin (1 bytes)\nsrc/');
    await expect(run(LIST_DIR, { path: './src/' }, files)).resolves.toBe('[evidence e1]\ndeep/\nx.ts (5 bytes)');
    await expect(run(LIST_DIR, { path: 'none' }, files)).resolves.toContain('there is nothing in none');
  });

  it('glob and grep find files and lines', async () => {
    await expect(run(GLOB, { pattern: '**/*.ts' }, files)).resolves.toBe('[evidence e1]\nsrc/deep/y.ts\nsrc/x.ts');
    await expect(run(GREP, { pattern: 'todo', ignoreCase: true }, files)).resolves.toBe('[evidence e1]\nsrc/x.ts:1: TODO');
    await expect(run(GREP, { pattern: 'none' }, files)).resolves.toContain('no line matches');
  });
});

describe('bash', () => {
  it('runs an allowed command and cites how it ended; refuses others without running them', async () => {
    const argv: (readonly string[])[] = [];
    const commands: ToolContext['commands'] = {
      run: (request) => {
        argv.push(request.argv);
        return Promise.resolve({ exitCode: 0, signal: null, timedOut: false, output: 'ok\n', truncated: false, durationMs: 1 });
      },
    };
    await expect(run(BASH, { command: 'ls -la' }, {}, { commands })).resolves.toBe('[evidence e1] exit code 0\nok');
    await expect(run(BASH, { command: 'curl x' }, {}, { commands })).rejects.toMatchObject({ code: 'COMMAND_NOT_ALLOWED' });
    expect(argv).toEqual([['/bin/sh', '-c', 'ls -la']]);
    await expect(run(BASH, { command: 'ls' }, {})).rejects.toMatchObject({ code: 'SANDBOX_ABSENT' });
  });
});

describe('capping an output', () => {
  it('keeps 70 % of the head and 30 % of the tail, says what is missing, and splits no surrogate pair', () => {
    const capped = capTokens(`${'a'.repeat(40_000)}${'z'.repeat(40_000)}`, 8_000);
    expect(capped.length).toBeLessThan(32_100);
    expect(capped).toMatch(/^a+\n\[… about 12000 tokens left out …\]\nz+$/);
    expect(capTokens('short', 8_000)).toBe('short');
    expect(JSON.stringify(capTokens('😀'.repeat(50_000), 1_001))).not.toMatch(/\\ud/);
  });
});
