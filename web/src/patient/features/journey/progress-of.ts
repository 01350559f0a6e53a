import type { CompletedPhase, Progress, Status } from '@domain/journey/index.ts';

type Loaded<Data> = { data: Data | undefined };

/**
 * Where the patient is, once both halves of it are known; null until then. A record that did not load may be that of
 * somebody who is pregnant, so nothing is guessed; a patient who has none is active.
 */
export function progressOf(
  completed: Loaded<CompletedPhase[]>,
  customer: Loaded<{ status: Status } | null>,
): Progress | null {
  if (!completed.data || customer.data === undefined) return null;
  return { completed: completed.data, status: customer.data?.status ?? 'Active' };
}
