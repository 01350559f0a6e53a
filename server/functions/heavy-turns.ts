import { readJson } from '../../supabase/functions/_shared/answer/json.ts';
import { createShares, type Asker } from '../database/shares.ts';

/** Each keeps the thread and the database busy for up to a second, and pictures take up to 60 MB. */
const HEAVY: Record<string, (body: string) => boolean> = {
  'export-my-data': () => true,
  'send-message': namesFiles,
};

const EVERYBODY: Asker = { role: 'authenticated', userId: 'everybody', sessionId: null };

/** Parsed as the function parses it: a key's characters can be escaped in many ways. */
function namesFiles(body: string): boolean {
  try {
    const files = (readJson(body) as { files?: unknown } | null)?.files;
    return Array.isArray(files) && files.length > 0;
  } catch {
    // The function refuses invalid JSON before it does anything.
    return false;
  }
}

/** Runs heavy functions one at a time for each caller and a few at a time for all; everything else runs right away. */
export function createHeavyTurns(maxAtOnce: number) {
  const ofCaller = createShares({ maxAtOnce: 1 });
  // At most one per caller waits here, so no one is refused because of others.
  const ofAll = createShares({ maxAtOnce, maxWaiting: Number.POSITIVE_INFINITY });

  return <Done>(name: string, asker: Asker, work: () => Promise<Done>, body = ''): Promise<Done> => {
    if (!HEAVY[name]?.(body)) return work();
    const { signal } = asker;
    return ofCaller(asker, () => ofAll(signal ? { ...EVERYBODY, signal } : EVERYBODY, work));
  };
}
