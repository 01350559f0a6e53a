import type { CompletedPhase, Progress, Status } from '@domain/journey/index.ts';

type Loaded<Data> = { data: Data | undefined; isPending: boolean };

/**
 * Where the patient is, once both halves of it are known; null until then. A record that cannot be read counts as
 * active, so that the plan still shows.
 */
export function progressOf(
  completed: Loaded<CompletedPhase[]>,
  customer: Loaded<{ status: Status } | null>,
): Progress | null {
  if (!completed.data || customer.isPending) return null;
  return { completed: completed.data, status: customer.data?.status ?? 'Active' };
}
