import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cycleStatus, type CycleDates } from '@domain/cycle/cycle-status.ts';
import { factsOf } from '@domain/cycle/facts-from-rows.ts';
import { useCycleRecord, type CycleRecord } from '@/patient/features/cycle/record.ts';
import type { Care } from '@/patient/features/outcomes/care.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { useUser } from '@/lib/backend/session.ts';
import { today } from '@/lib/dates/test-day.ts';

export type KnownCycle = CycleRecord & {
  /** Null if no date may be shown, because half of the facts would only allow a guess. */
  dates: CycleDates | null;
};

/** The facts about the patient's cycle. Null while unknown. */
export function useCycle(care: Care | null): KnownCycle | null {
  const user = useUser();
  const [day] = useState(today);
  const { record } = useCycleRecord();
  const { data: results } = useQuery(resultsQuery(user.id));
  const { data: events } = useQuery(outcomeEventsQuery(user.id));
  if (!record) return null;
  if (!care?.surfaces.chart.likelyFertile || !results || !events) return { ...record, dates: null };
  const facts = factsOf({ ...record, results, events, careState: care.state });
  return { ...record, dates: cycleStatus(facts, day).dates };
}
