import { logFailure } from '@/lib/backend/log.ts';

/**
 * Starts something with code that the first screen does not load. The returned function ends it, even
 * before it has started.
 */
export function beginLoaded(begin: () => Promise<() => void>, failure: string): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  begin().then(
    (begun) => (isOver ? begun() : (end = begun)),
    (error: unknown) => logFailure(failure, error),
  );
  return () => {
    isOver = true;
    end?.();
  };
}
