import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import type { FactsOfNow } from '@domain/next-step/facts.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { useUser } from '@/lib/backend/session.ts';
import type { cycleTicks } from './cycle-ticks.ts';
import type { LoadedDay } from './day-facts.ts';

type Known = Omit<LoadedDay, 'cycle' | 'isCapKnown'> & Pick<FactsOfNow, 'now' | 'calls'>;

/**
 * The tasks that the cycle completes. Its rules load after the first screen; until then nothing is checked
 * off.
 */
export function useCycleTicks(isOpen: boolean, known: Known): ReturnType<typeof cycleTicks> | undefined {
  const { id } = useUser();
  const [rules, setRules] = useState<typeof import('./cycle-ticks.ts')>();
  const { data: cycle } = useQuery({
    ...cycleQuery(id),
    select: (answer) => rules?.cycleIn(answer),
    subscribed: rules !== undefined,
  });
  useEffect(() => {
    if (isOpen)
      void import('./cycle-ticks.ts').then(
        (loaded) => startTransition(() => setRules(loaded)),
        (error: unknown) => logFailure('The completed steps of this cycle did not load', error),
      );
  }, [isOpen]);
  return rules?.cycleTicks(id, { ...known, cycle, isCapKnown: false }, known);
}
