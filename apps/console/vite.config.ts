// Builds the Console to dist/apps/console, served by the control plane below /console/.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// A build is for use, whoever starts it: under a test runner NODE_ENV is `test`, which would give React's development build.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  build: { outDir: '../../dist/apps/console', emptyOutDir: true, sourcemap: false },
  resolve: { conditions: ['@workroom/source', 'browser', 'import', 'module', 'default'] },
  server: { proxy: { '/api': 'http://127.0.0.1:8086' } },
});
