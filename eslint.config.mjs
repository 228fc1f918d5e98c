// Typed rules and the house's sizes. oxlint runs the fast, untyped rules; this file adds what needs types or house knowledge.
import tseslint from 'typescript-eslint';

const purity = [
  'error',
  { name: 'Date', message: 'Time comes in with the command (context.now).' },
  { name: 'process', message: 'The domain knows no process.' },
  { name: 'setTimeout', message: 'Timers are facts with a due time.' },
  { name: 'setInterval', message: 'Timers are facts with a due time.' },
  { name: 'fetch', message: 'The domain does no I/O.' },
  { name: 'crypto', message: 'Ids come in with the command; digests from domain/kernel.' },
  { name: 'console', message: 'The domain logs nothing.' },
];

/** Files that may be longer than the house allows, each with its reason. */
const LONGER = [];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'libs/contracts/generated', 'test/bench/peers', 'coverage', 'reports'] },
  {
    files: ['{apps,libs,test}/**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './apps/console/tsconfig.json', './apps/console/tsconfig.spec.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'A union of string literals, not an enum.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/cqrs',
              importNames: ['EventBus', 'Saga', 'EventPublisher', 'AggregateRoot', 'EventsHandler'],
              message: 'Nest CQRS dispatches commands and queries only: its events live in memory and drop errors.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/domain/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.suite.ts'],
    rules: {
      'no-restricted-globals': purity,
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Randomness comes in with the command.' },
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/*.suite.ts', 'test/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 500, skipComments: true, skipBlankLines: true }], 'max-lines-per-function': 'off' },
  },
  { files: ['apps/console/vite.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  ...(LONGER.length ? [{ files: LONGER.map(([file]) => file), rules: { 'max-lines': 'off' } }] : []),
);
