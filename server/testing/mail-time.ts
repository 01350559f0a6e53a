import { afterAll, vi, type Mock } from 'vitest';
import { MAIL_MS } from '../../supabase/functions/send-team-code/handler.ts';

/**
 * For a file of tests: who asks for the team's code waits as long as an email takes, and here no longer than a moment. Answers what
 * hears of every wait.
 */
export function skipMailTime(): Mock<typeof setTimeout> {
  const wait = globalThis.setTimeout;
  const skip = (run: () => void, ms?: number, ...rest: []) => wait(run, ms === MAIL_MS ? 0 : ms, ...rest);
  const waits = vi.spyOn(globalThis, 'setTimeout').mockImplementation(skip);
  afterAll(() => waits.mockRestore());
  return waits;
}
