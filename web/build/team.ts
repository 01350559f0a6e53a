import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildApart } from './build-apart.ts';

const PAGE = 'team.html';
const WORKSPACE = /^\/team(\/[^?]*)?(\?|$)/;

/**
 * Builds the care team's workspace apart from the portal: neither loads a file of the other's but the fonts, so that what is
 * added here never reaches a patient. It has one page, which every address below /team is answered with.
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
    // After the service worker has listed what it keeps for patients.
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
      },
    },
  });
