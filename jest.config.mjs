// Jest in ESM mode over swc; start it through `npm test` or `npm run test:unit`, which set the VM modules flag.
const swc = (tsx) => ({
  jsc: {
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  swcrc: false,
});
export default {
  rootDir: '.',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@workroom/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'tsx', 'json', 'node'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc(false)], '^.+\\.tsx$': ['@swc/jest', swc(true)] },
  transformIgnorePatterns: ['/node_modules/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.workroom'],
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.{ts,tsx}'],
  reporters: ['default', '<rootDir>/tools/jest-summary.mjs'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
