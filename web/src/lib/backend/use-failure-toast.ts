import { useEffect } from 'react';
import { reportFailure } from './failures.ts';
import { logFailure } from './log.ts';

/** Tells the patient once that something on this screen did not load. */
export function useFailureToast(error: Error | null, words: string): void {
  useEffect(() => {
    if (error) reportFailure(words, error);
  }, [error, words]);
}

/** For failures that the patient is not told about: the screen shows its empty state instead. */
export function useFailureLog(error: Error | null, what: string): void {
  useEffect(() => {
    if (error) logFailure(what, error);
  }, [error, what]);
}
