// The dependency rule as data. MAY: which lib may open which lib's front door. HOME: the one kind of place that may import a vendor.
const MAY = {
  domain: [],
  contracts: ['domain'],
  journal: ['domain', 'contracts'],
  feed: ['domain', 'contracts', 'journal'],
  'read-models': ['domain', 'contracts', 'feed'],
  vault: ['domain'],
  connectors: ['domain'],
  workspaces: ['domain'],
  'agent-runtime': ['domain'],
  conversation: ['domain', 'agent-runtime'],
  platform: ['domain', 'contracts'],
  testing: ['domain', 'contracts', 'journal', 'feed', 'read-models', 'vault'],
};
const HOME = {
  '@nestjs': '^(apps/|libs/platform/|test/)',
  '@langchain': '^libs/agent-runtime/(graph|models|context|checkpoints)/',
  '@noble': '^libs/domain/kernel/digest\\.ts$',
  kafkajs: '^(libs/feed/kafka/|test/)',
  pg: '^(libs/.+/(postgres|stores)/|test/)',
  'better-sqlite3': '^(libs/.+/(sqlite|stores)/|test/)',
  typeorm: '^(libs/.+/(sqlite|postgres|stores)/)',
  '@eventstore': '^(libs/journal/eventstore/|test/)',
  '@grpc': '^(libs/platform/rpc/|libs/journal/eventstore/|test/)',
  jose: '^libs/(platform|journal)/',
  pino: '^libs/platform/',
  zod: '^(libs/(platform|agent-runtime|contracts)/|apps/)',
  yaml: '^libs/platform/',
  commander: '^apps/workroom/',
  react: '^apps/console/',
  'react-dom': '^apps/console/',
};
const spec = '\\.(spec|suite)\\.tsx?$';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
module.exports = {
  forbidden: [
    rule('no-circular', 'Cycles hide a missing module.', {}, { circular: true }),
    rule(
      'unresolvable',
      'An import that the tool cannot resolve is an import that it cannot judge.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'domain-is-pure',
      'The domain imports only itself (and @noble/hashes in kernel/digest.ts): no framework, no node builtins, no other lib.',
      { path: '^libs/domain/', pathNot: spec },
      { pathNot: ['^libs/domain/', 'node_modules/@noble/hashes/'] },
    ),
    ...Object.entries(MAY).map(([lib, ok]) =>
      rule(
        `lib-${lib}`,
        `libs/${lib} may import: ${ok.join(', ') || 'nothing'}.`,
        { path: `^libs/${lib}/`, pathNot: spec },
        { path: '^libs/', pathNot: `^libs/(${[lib, ...ok].join('|')})/` },
      ),
    ),
    rule('libs-never-import-apps', 'Arrows point inward.', { path: '^libs/' }, { path: '^apps/' }),
    rule(
      'apps-never-import-apps',
      'Apps meet at contracts and the Journal, not in code; apps/workroom alone composes the others by their modules.',
      { path: '^apps/([^/]+)/', pathNot: '^apps/workroom/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'workroom-composes-modules-only',
      'apps/workroom opens another app only by its composition root.',
      { path: '^apps/workroom/' },
      { path: '^apps/', pathNot: ['^apps/workroom/', '^apps/[^/]+/[^/]+\\.module\\.ts$'] },
    ),
    rule(
      'front-door-only',
      'Enter a lib by an index.ts.',
      { path: '^(apps|libs)/([^/]+)/', pathNot: spec },
      {
        path: '^libs/',
        pathNot: ['^$1/$2/', '^libs/[^/]+/index\\.ts$', '^libs/[^/]+/[^/]+/index\\.ts$', '^libs/[^/]+/[^/]+/[^/]+/index\\.ts$'],
      },
    ),
    rule(
      'drivers-only-in-composition-roots',
      'Only apps/*/*.module.ts names a driver.',
      { path: '^apps/', pathNot: ['^apps/[^/]+/[^/]+\\.module\\.ts$', spec] },
      { path: '^libs/.+/(memory|sqlite|postgres|eventstore|file|kafka|stores)/' },
    ),
    rule(
      'testing-only-from-specs',
      'Test helpers never ship.',
      { path: '^(apps|libs)/', pathNot: [spec, '/suite/', '^libs/testing/'] },
      { path: '^libs/testing/' },
    ),
    rule(
      'console-knows-only-contracts',
      'The browser sees wire types only.',
      { path: '^apps/console/' },
      { path: '^libs/', pathNot: '^libs/contracts/http/' },
    ),
    rule(
      'http-contracts-import-nothing',
      'Wire types stand alone.',
      { path: '^libs/contracts/http/', pathNot: spec },
      { pathNot: '^libs/contracts/http/' },
    ),
    ...Object.entries(HOME).map(([vendor, home]) =>
      rule(
        `vendor-${vendor.replace('@', '')}`,
        `${vendor} is imported only under ${home}.`,
        { path: '^(apps|libs)/', pathNot: [home, spec] },
        { path: `node_modules/(@types/)?${vendor}/` },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@workroom/source', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
