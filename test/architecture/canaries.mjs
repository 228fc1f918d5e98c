// Proves that the boundary checks see: one violation a rule, each in a copy of the tree, and that very rule must fire.
// A check that passes because it is blind fails here: the clean copy must be clean and must hold at least MODULES modules.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');
const MODULES = 600;

/** [rule, file, source, …further files]. The first file must be the one that the rule names. */
const IMPORTS = [
  ['domain-is-pure', 'libs/domain/run/canary-a.ts', `import { randomUUID } from 'node:crypto';\nexport const x = randomUUID;`],
  ['domain-is-pure', 'libs/domain/run/canary-b.ts', `import { Injectable } from '@nestjs/common';\nexport const x = Injectable;`],
  ['domain-is-pure', 'libs/domain/run/canary-c.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['vendor-noble', 'libs/domain/run/canary-d.ts', `import { sha256 } from '@noble/hashes/sha2.js';\nexport const x = sha256;`],
  ['lib-contracts', 'libs/contracts/codec/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-journal', 'libs/journal/canary-a.ts', `import type { Vault } from '#vault';\nexport type X = Vault;`],
  ['lib-feed', 'libs/feed/canary.ts', `import type { Vault } from '#vault';\nexport type X = Vault;`],
  ['lib-read-models', 'libs/read-models/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-vault', 'libs/vault/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-connectors', 'libs/connectors/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-workspaces', 'libs/workspaces/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-agent-runtime', 'libs/agent-runtime/canary-a.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-conversation', 'libs/conversation/canary.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  ['lib-platform', 'libs/platform/canary-a.ts', `import type { Journal } from '#journal';\nexport type X = Journal;`],
  [
    'lib-testing',
    'libs/testing/canary.ts',
    `import { x } from '#connectors/canary-target';\nexport const y = x;`,
    'libs/connectors/canary-target/index.ts',
    'export const x = 1;',
  ],
  [
    'libs-never-import-apps',
    'libs/platform/canary-b.ts',
    `import { x } from '../../apps/orchestrator/canary-target.js';\nexport const y = x;`,
    'apps/orchestrator/canary-target.ts',
    'export const x = 1;',
  ],
  [
    'apps-never-import-apps',
    'apps/executor/canary-a.ts',
    `import { x } from '../reviewer/canary-target.js';\nexport const y = x;`,
    'apps/reviewer/canary-target.ts',
    'export const x = 1;',
  ],
  [
    'workroom-composes-modules-only',
    'apps/workroom/canary.ts',
    `import { x } from '../gateway/canary-target.js';\nexport const y = x;`,
    'apps/gateway/canary-target.ts',
    'export const x = 1;',
  ],
  [
    'front-door-only',
    'apps/executor/canary-b.ts',
    `import { Journal } from '../../libs/journal/journal.js';\nexport const x = Journal;`,
  ],
  [
    'drivers-only-in-composition-roots',
    'apps/executor/canary-c.ts',
    `import { x } from '#journal/canary-driver/memory';\nexport const y = x;`,
    'libs/journal/canary-driver/memory/index.ts',
    'export const x = 1;',
  ],
  [
    'testing-only-from-specs',
    'apps/executor/canary-d.ts',
    `import { x } from '#testing/canary-target';\nexport const y = x;`,
    'libs/testing/canary-target/index.ts',
    'export const x = 1;',
  ],
  [
    'console-knows-only-contracts',
    'apps/console/canary-a.ts',
    `import { digest } from '#domain/kernel';\nexport const x = digest;`,
  ],
  [
    'http-contracts-import-nothing',
    'libs/contracts/http/canary.ts',
    `import type { Receipt } from '../codec/receipt.js';\nexport type X = Receipt;`,
  ],
  ['unresolvable', 'libs/journal/canary-b.ts', `import './missing.js';\nexport const x = 1;`],
  [
    'no-circular',
    'libs/domain/run/canary-e.ts',
    `import './canary-f.js';\nexport const x = 1;`,
    'libs/domain/run/canary-f.ts',
    `import './canary-e.js';\nexport const y = 1;`,
  ],
  ...[
    ['@nestjs/common', 'nestjs'],
    ['@langchain/core/messages', 'langchain'],
    ['kafkajs', 'kafkajs'],
    ['pg', 'pg'],
    ['better-sqlite3', 'better-sqlite3'],
    ['typeorm', 'typeorm'],
    ['@eventstore/db-client', 'eventstore'],
    ['@grpc/grpc-js', 'grpc'],
    ['pino', 'pino'],
    ['zod', 'zod'],
    ['yaml', 'yaml'],
    ['commander', 'commander'],
    ['react', 'react'],
    ['react-dom', 'react-dom'],
  ].map(([vendor, rule]) => [
    `vendor-${rule}`,
    `libs/feed/vendor-${rule}.ts`,
    `import * as x from '${vendor}';\nexport const y = x;`,
  ]),
  ['vendor-jose', 'libs/feed/vendor-jose.ts', `import * as x from 'jose';\nexport const y = x;`],
];

/** [what must be said, tool, source]: globals that the domain may not touch. */
const GLOBALS = [
  ['no-restricted-globals', 'eslint', 'export const now = (): number => Date.now();'],
  ['no-restricted-properties', 'eslint', 'export const luck = (): number => Math.random();'],
  ["Cannot find name 'process'", 'tsc', 'export const env = process.env;'],
  ["Cannot find name 'setTimeout'", 'tsc', 'export const later = setTimeout;'],
  ["Cannot find name 'fetch'", 'tsc', 'export const get = fetch;'],
];

const bin = (name) => join(root, 'node_modules', name);
const run = (args, cwd) => spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });

function copy() {
  const dir = mkdtempSync(join(tmpdir(), 'workroom-canaries-'));
  for (const name of readdirSync(root)) {
    if (['node_modules', 'dist', '.git', 'coverage', 'reports', '.workroom'].includes(name)) continue;
    cpSync(join(root, name), join(dir, name), { recursive: true, filter: (path) => !path.includes(`${sep}.workroom`) });
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir');
  return dir;
}
function put(dir, file, source) {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), `${source}\n`);
}
function cruise(dir) {
  const { stdout, stderr } = run(
    [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      'apps',
      'libs',
    ],
    dir,
  );
  try {
    return JSON.parse(stdout).summary;
  } catch {
    throw new Error(`the boundary check printed no result: ${stderr.slice(0, 500)}`);
  }
}

let passed = 0;
const failures = [];
const judge = (ok, name, seen) => {
  if (ok) passed += 1;
  else failures.push(`FAIL ${name}: ${seen}`);
};

const dir = copy();
try {
  const clean = cruise(dir);
  judge(clean.error === 0, 'the tree itself is clean', `${clean.error} violations`);
  judge(clean.totalCruised >= MODULES, `the check sees at least ${MODULES} modules`, `it saw ${clean.totalCruised}`);
  for (const [, ...files] of IMPORTS) for (let at = 0; at < files.length; at += 2) put(dir, files[at], files[at + 1]);
  const { violations } = cruise(dir);
  for (const [rule, file] of IMPORTS) {
    const fired = violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name);
    judge(fired.includes(rule), `${rule} (${file})`, `fired: ${fired.join(', ') || 'nothing'}`);
  }
  for (const [, file] of IMPORTS) rmSync(join(dir, file));
  GLOBALS.forEach(([, , source], index) => put(dir, `libs/domain/kernel/canary-${index}.ts`, source));
  const said = {
    tsc: run([bin('typescript/bin/tsc'), '-p', 'libs/domain/tsconfig.json', '--noEmit', '--incremental', 'false'], dir).stdout,
    eslint: run(
      [bin('eslint/bin/eslint.js'), '--format', 'json', ...GLOBALS.map((_, index) => `libs/domain/kernel/canary-${index}.ts`)],
      dir,
    ).stdout,
  };
  GLOBALS.forEach(([words, tool, source], index) => {
    const name = `canary-${index}.ts`;
    const heard =
      tool === 'tsc'
        ? said.tsc.split('\n').some((line) => line.includes(name) && line.includes(words))
        : JSON.parse(said.eslint || '[]').some(
            (file) => file.filePath.endsWith(name) && file.messages.some((message) => message.ruleId === words),
          );
    judge(heard, `${words} (${source})`, 'it was not refused');
  });
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
