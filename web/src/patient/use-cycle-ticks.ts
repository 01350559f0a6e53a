import type { CycleTicks } from '@domain/journey/done.ts';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { useUser } from '@/lib/backend/session.ts';
import type { KnownOfCycle } from './cycle-ticks.ts';

/** What the cycle ticks. Its rules are loaded behind the first screen; until then nothing is ticked. */
export function useCycleTicks(
  isOpen: boolean,
  known: KnownOfCycle,
  now: number,
): CycleTicks | null | undefined {
  const [rules, setRules] = useState<typeof import('./cycle-ticks.ts')>();
  const { data } = useQuery({
    ...cycleQuery(useUser().id),
    select: (answer) => rules?.recordIn(answer),
    subscribed: rules !== undefined,
  });
  useEffect(() => {
    if (isOpen)
      void import('./cycle-ticks.ts').then(
        (loaded) => startTransition(() => setRules(loaded)),
        (error: unknown) => logFailure('What ticks did not load', error),
      );
  }, [isOpen]);
  return rules?.cycleTicks(data, known, now);
}
