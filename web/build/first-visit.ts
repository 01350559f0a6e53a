import { join } from 'node:path';
import type { ResolvedConfig, Rolldown } from 'vite';
import { buildApart } from './build-apart.ts';

type Bundle = Rolldown.OutputBundle;

const ENTRY = 'src/first-visit/main.ts';

/**
 * The code of `src/first-visit`, inlined into the page: built separately, it shares the portal's sources
 * but none of its files, so it requests the data while those are still loading.
 */
export async function firstVisitCode(config: ResolvedConfig, bundle: Bundle): Promise<string> {
  const files = await buildApart(config, {
    rolldownOptions: {
      input: join(config.root, ENTRY),
      output: { format: 'iife', codeSplitting: false },
    },
  });
  // The fonts are the portal's too.
  const strange = files.find((file) => file.type === 'asset' && !bundle[file.fileName]);
  if (strange) throw new Error(`Only the first visit uses ${strange.fileName}.`);
  const code = files.find((file) => file.type === 'chunk')?.code;
  if (!code) throw new Error('The build made no code for the first visit.');
  return code.trim();
}
