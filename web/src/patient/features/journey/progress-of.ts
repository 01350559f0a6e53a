import type { CompletedPhase, Progress, Status } from '@domain/journey/progress.ts';

type Loaded<Data> = { data: Data | undefined };

/**
 * The patient's progress, once both halves are known; null until then. A record that did not load may
 * belong to a pregnant patient, so nothing is guessed; a patient without one is active.
 */
export function progressOf(
  completed: Loaded<CompletedPhase[]>,
  customer: Loaded<{ status: Status } | null>,
): Progress | null {
  if (!completed.data || customer.data === undefined) return null;
  return { completed: completed.data, status: customer.data?.status ?? 'Active' };
}
