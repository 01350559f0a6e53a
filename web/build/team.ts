import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildApart } from './build-apart.ts';

const PAGE = 'team.html';
const WORKSPACE = /^\/team(\/[^?]*)?(\?|$)/;

/**
 * Builds the care team's workspace separately from the portal: they share no files but the fonts, so
 * additions here never reach a patient. It is one page, served at every URL under /team.
 */
export function team(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'team',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        if (WORKSPACE.test(request.url ?? '')) request.url = `/${PAGE}`;
        next();
      });
    },
    // After the service worker has listed the patients' files.
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const file of await buildTeam(config)) {
          const source = file.type === 'chunk' ? file.code : file.source;
          if (!bundle[file.fileName]) this.emitFile({ type: 'asset', fileName: file.fileName, source });
        }
      },
    },
  };
}

const buildTeam = (config: ResolvedConfig) =>
  buildApart(config, {
    plugins: [react(), tailwind()],
    rolldownOptions: {
      input: join(config.root, PAGE),
      output: {
        entryFileNames: 'assets/team-[hash].js',
        chunkFileNames: 'assets/team-[name]-[hash].js',
        // Fonts keep the portal's names, so that a browser caches them once.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/team-[name]-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  });
