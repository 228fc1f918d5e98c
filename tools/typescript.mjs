// Lets plain Node run the repository's TypeScript: node --conditions=@workroom/source --import ./tools/typescript.mjs <file.ts>
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
