// node --import: registered after tools/typescript.mjs, so that it sees what that resolves.
import { register } from 'node:module';

register('./stub-hooks.mjs', import.meta.url);
