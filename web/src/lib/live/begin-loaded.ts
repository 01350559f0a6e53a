import { logFailure } from '@/lib/backend/log.ts';

/** Begins something with code that the first screen does without. What it answers ends it, also before it has begun. */
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
