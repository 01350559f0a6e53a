import { join } from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { buildApart } from './build-apart.ts';

type Bundle = Rolldown.OutputBundle;

const ENTRY = 'src/first-visit/main.ts';
const FILE = /^assets\/first-visit-[^/]+\.js$/;

/**
 * Builds `src/first-visit` apart from the portal: it shares the portal's sources and none of its files, so that it runs while
 * those are still being loaded.
 */
export function firstVisit(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'first-visit',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    async generateBundle(_, bundle) {
      for (const file of await buildFirstVisit(config)) {
        if (file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
        // The fonts, which are the portal's too.
        else if (!bundle[file.fileName]) throw new Error(`Only the first visit uses ${file.fileName}.`);
      }
    },
  };
}

export function firstVisitFile(bundle: Bundle): string {
  const file = Object.keys(bundle).find((name) => FILE.test(name));
  if (!file) throw new Error('The build made no file for the first visit.');
  return file;
}

const buildFirstVisit = (config: ResolvedConfig) =>
  buildApart(config, {
    rolldownOptions: {
      input: join(config.root, ENTRY),
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'assets/first-visit-[hash].js' },
    },
  });
