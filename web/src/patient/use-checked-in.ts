import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { useUser } from '@/lib/backend/session.ts';
import type { KnownOfCheck } from './checked-in.ts';

/** What ticks the safety check. Its rules are loaded behind the first screen; until then nothing is ticked. */
export function useCheckedIn(isOpen: boolean, known: KnownOfCheck, now: number): number | null {
  const [rules, setRules] = useState<typeof import('./checked-in.ts')>();
  const { data } = useQuery({
    ...cycleQuery(useUser().id),
    select: (answer) => rules?.recordIn(answer),
  });
  useEffect(() => {
    if (isOpen)
      void import('./checked-in.ts').then(setRules, (error: unknown) =>
        logFailure('The rules of the safety check did not load', error),
      );
  }, [isOpen]);
  return rules ? rules.checkedIn(data, known, now) : null;
}
