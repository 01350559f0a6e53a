import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { chunkFiles } from './chunk-files.ts';
import { settingsFiles } from './settings-files.ts';

const WORKER = 'service-worker.js';
/** Pages that open offline after one visit. All others do once they have been opened. */
const ROUTES = ['home', 'overview', 'applicator-instructions', 'treatment-day', 'feeling', 'support'];

/** Builds the service worker with the list of files that the cached pages need. */
export function serviceWorker(): Plugin {
  let settings: string[] = [];
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ env }) => {
      settings = settingsFiles(env);
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/service-worker/worker.ts', fileName: WORKER });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') throw new Error('The build made no service worker.');
        if (worker.imports.length > 0) throw new Error('The service worker must be one file.');
        const modules = [
          '/src/patient/main.tsx',
          '/@supabase/auth-js/dist/module/index.js',
          '/src/patient/shell/portal.tsx',
          '/src/patient/shell/after-first-screen.ts',
          '/src/patient/across-features/home/next-step.tsx',
          '/src/patient/across-features/pinned.tsx',
          '/src/product-components/as-of.tsx',
          '/src/patient/features/treatment-day/cap-in-place.tsx',
          '/src/patient/features/outcomes/state-card.tsx',
          '/src/patient/features/outcomes/care.ts',
          '/src/patient/features/cycle/cycle-card.tsx',
          '/src/patient/features/journey/home/afterwards-card.tsx',
          '/src/patient/features/journey/actions/explained-card.tsx',
          '/src/patient/features/journey/marking/plan-buttons.tsx',
          '/src/patient/features/journey/own-plan.ts',
          '/src/patient/features/treatment-day/calendar-alarm.tsx',
          '/src/patient/features/treatment-day/day-help.tsx',
          '/src/patient/features/treatment-day/removed.tsx',
          '/src/patient/across-features/day-urgent.tsx',
          '/src/patient/features/feeling/hard-time.tsx',
          ...ROUTES.map((route) => `/src/patient/routes/${route}.tsx`),
        ];
        const assets = Object.keys(bundle).filter((file) => /\.(css|woff2)$/.test(file));
        const files = [...chunkFiles(bundle, modules), ...assets].map((file) => `/${file}`).sort();
        const pages = ['/', '/auth', ...ROUTES.map((route) => `/${route}`)];
        const kept = { version: fingerprint(files), files: [...pages, ...settings, ...files] };
        worker.code = `const KEPT=${JSON.stringify(kept)};${worker.code}`;
      },
    },
  };
}

const fingerprint = (files: string[]) => createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
