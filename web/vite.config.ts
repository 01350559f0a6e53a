import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { compileHints } from './build/compile-hints.ts';
import { precompress } from './build/precompress.ts';
import { routePages } from './build/route-pages.ts';
import { serviceWorker } from './build/service-worker.ts';
import { team } from './build/team.ts';

export default defineConfig({
  plugins: [react(), tailwind(), compileHints(), routePages(), serviceWorker(), team(), precompress()],
  resolve: {
    tsconfigPaths: true,
    alias: {
      // The router brings a copy of this hook for versions of React that have none.
      'use-sync-external-store/shim/index.js': 'react',
      '../createLucideIcon.mjs': join(import.meta.dirname, 'src/components/art/lucide-icon.ts'),
    },
  },
  build: {
    // The page preloads what a route needs by plain links, so the polyfill would be dead weight.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
});
