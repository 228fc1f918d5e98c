// Loader hooks: `./x.js` beside a TypeScript file means `./x.ts`, and swc takes the types away, as in tests.
import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const options = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  swcrc: false,
};
const isOurs = (url) => url?.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

export const resolve = (specifier, context, next) =>
  isOurs(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier)
    ? next(`${specifier.slice(0, -3)}.ts`, context)
    : next(specifier, context);

export async function load(url, context, next) {
  if (!isOurs(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...options, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
