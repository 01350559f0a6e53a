import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '@/lib/backend/log.ts';
import { whenIdle } from './when-idle.ts';

/** What shows a table's rows, by the first word of the query's key. */
const SHOWN: Record<string, string[]> = {
  customers: ['customer', 'consents', 'consent-history'],
  appointments: ['appointments', 'appointment-slots'],
  completed_phases: ['completed-phases', 'treatment-cycle'],
  test_results: ['test-results', 'safety-check'],
  outcome_events: ['outcome-events', 'safety-check'],
  safety_checks: ['safety-check'],
  applicator_agreements: ['safety-check'],
  treatment_day_timers: ['treatment-day'],
  medical_notes: ['medical-notes'],
  consultation_notes: ['consultation-notes'],
};

/** Several rows often change together. */
const TOGETHER = 150;

/** Keeps the open page up to date by itself. Waits until the first screen is there and the browser has nothing else to do. */
export function watchChanges(userId: string, queryClient: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let [isOver, changed, timer]: [boolean, Set<string>, ReturnType<typeof setTimeout> | undefined] = [
    false,
    new Set(),
    undefined,
  ];

  const onChange = (table: string) => {
    changed.add(table);
    timer ??= setTimeout(() => {
      const keys = new Set([...changed].flatMap((one) => SHOWN[one] ?? []));
      [changed, timer] = [new Set(), undefined];
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) });
    }, TOGETHER);
  };

  const onReturn = () => Object.keys(SHOWN).forEach(onChange);

  const begin = async () => {
    const { followChanges } = await import('./live-changes.ts');
    stop = await followChanges(userId, { onChange, onReturn });
    if (isOver) stop();
  };

  const forget = whenIdle(queryClient, () => {
    // The page works without it, and the next visit tries again.
    begin().catch((error: unknown) => logFailure('Changes cannot be followed', error));
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    forget();
    stop?.();
  };
}
