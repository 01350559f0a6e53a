import { readJson } from '../../supabase/functions/_shared/answer/json.ts';
import { createShares, type Asker } from '../database/shares.ts';

/** Each keeps the thread and the database busy for up to a second; pictures take up to 60 MB, too. */
const HEAVY: Record<string, (body: string) => boolean> = {
  'export-my-data': () => true,
  'send-message': namesFiles,
};

const EVERYBODY: Asker = { role: 'authenticated', userId: 'everybody', sessionId: null };

/** Read as the function reads it: letters of a key can be written in many ways. */
function namesFiles(body: string): boolean {
  try {
    const files = (readJson(body) as { files?: unknown } | null)?.files;
    return Array.isArray(files) && files.length > 0;
  } catch {
    // The function refuses what is no JSON before it does anything.
    return false;
  }
}

/** Runs heavy functions one at a time for each caller and few at once for all; everything else at once. */
export function createHeavyTurns(maxAtOnce: number) {
  const ofCaller = createShares({ maxAtOnce: 1 });
  // One of each caller at most waits here, so that nobody is refused for others.
  const ofAll = createShares({ maxAtOnce, maxWaiting: Number.POSITIVE_INFINITY });

  return <Done>(name: string, asker: Asker, work: () => Promise<Done>, body = ''): Promise<Done> => {
    if (!HEAVY[name]?.(body)) return work();
    const { signal } = asker;
    return ofCaller(asker, () => ofAll(signal ? { ...EVERYBODY, signal } : EVERYBODY, work));
  };
}
