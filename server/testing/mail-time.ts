import { afterAll, vi, type Mock } from 'vitest';
import { MAIL_MS } from '../../supabase/functions/send-team-code/handler.ts';

/**
 * For a whole test file: requests for the team's code wait as long as sending an email takes, here only a
 * moment. Returns a callback that records every wait.
 */
export function skipMailTime(): Mock<typeof setTimeout> {
  const wait = globalThis.setTimeout;
  const skip = (run: () => void, ms?: number, ...rest: []) => wait(run, ms === MAIL_MS ? 0 : ms, ...rest);
  const waits = vi.spyOn(globalThis, 'setTimeout').mockImplementation(skip);
  afterAll(() => waits.mockRestore());
  return waits;
}
