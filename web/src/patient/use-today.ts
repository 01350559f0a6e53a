import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { TODAY } from '@domain/copy/today.ts';
import { cycleStanding } from '@domain/cycle/standing.ts';
import { factsOf } from '@domain/cycle/told.ts';
import { currentStep } from '@domain/journey/index.ts';
import { cycleShown } from '@domain/journey/cycle-under-way.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { applicatorsOf } from '@domain/today/applicators.ts';
import { say, type FactsOfNow, type Today, type TodayCall, type TodayFacts } from '@domain/today/facts.ts';
import { rightNow, todayOf } from '@domain/today/today.ts';
import { toldForToday } from '@domain/today/told.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { useCycleRecord, type CycleRecord } from '@/patient/features/cycle/record.ts';
import { safetyOf } from '@/patient/features/cycle/safety.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { careOf } from '@/patient/features/outcomes/care.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery, type LoggedResult } from '@/patient/features/results/queries.ts';
import { ifChanged } from '@/lib/backend/query-client.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';

/** Home asked for it when it opened. */
const OF_HOME = { refetchOnMount: ifChanged } as const;

const nextMinute = (now: number) => (Math.floor(now / MINUTE) + 1) * MINUTE;

/**
 * What is for today, from what Home has asked for. Null while it is on its way. Without a network it is what was known at
 * `knownAt`, and no call can be joined.
 */
export function useToday(): { today: Today | null; now: number; knownAt: number | null } {
  const { id } = useUser();
  const now = useNow(nextMinute);
  const customer = useQuery({ ...customerQuery(id), ...OF_HOME });
  const completed = useQuery({ ...completedPhasesQuery(id), ...OF_HOME });
  const appointments = useQuery({ ...appointmentsQuery(id), ...OF_HOME });
  const results = useQuery({ ...resultsQuery(id), ...OF_HOME });
  const events = useQuery({ ...outcomeEventsQuery(id), ...OF_HOME });
  const told = useQuery({ ...cycleQuery(id), select: toldForToday });
  const { record } = useCycleRecord();
  const timers = useTreatmentDay(id);
  // Asked for by web/src/lib/live/follow-treatment-day.ts, once the first screen is there.
  const { isSuccess: isCapKnown } = useQuery({ ...treatmentDayQuery(id), enabled: false });
  const isOffline = useOffline();

  const calls = (appointments.data ?? []).map(isOffline ? withoutRoom : (call) => call);
  const ofNow: FactsOfNow = { now, zone: deviceZone(), timers, calls };
  const asked = [customer, completed, appointments, results, events, told];
  const progress = progressOf(completed, customer);
  const loaded = { results: results.data, events: events.data, status: customer.data?.status };
  const care = careOf(loaded, now);
  // Half of the facts could say the opposite of all of them.
  if (!progress || !care || !results.data || !events.data || !told.data || !record || !appointments.data) {
    const unknown = asked.some(isOnItsWay) ? null : say(TODAY.unknown);
    return { today: rightNow(ofNow, false) ?? unknown, now, knownAt: null };
  }
  const today = localDate(now, ofNow.zone);
  const cycle = cycleShown(progress);
  const step = currentStep(progress);
  const known = { results: results.data, events: events.data };
  const facts: TodayFacts = {
    ...ofNow,
    care,
    step: step && { phaseId: step.phase.id, cycle: step.cycle },
    callsHeld: told.data.held,
    callsPast: told.data.past,
    cycle: cycleStanding(factsOf({ ...record, ...known, careState: care.state }), today),
    safety: safetyOf({ record, ...known, cycle, today }),
    applicators: applicatorsOf(told.data.uses, cycle, { isCapKnown, now }),
    ...daysIn(results.data, record, cycle),
    hasAnsweredQuestionnaire: record.statedLength !== null,
    trackingUrl: customer.data?.trackingUrl ?? null,
  };
  const knownAt = isOffline ? Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)) : null;
  return { today: todayOf(facts), now, knownAt };
}

const withoutRoom = (call: TodayCall): TodayCall => ({ ...call, joinUrl: null });

const isOnItsWay = ({ isPending, isPaused, failureCount }: UseQueryResult) =>
  isPending && !isPaused && failureCount === 0;

function daysIn(results: readonly LoggedResult[], { periods }: CycleRecord, cycle: number) {
  const negatives = results.filter(
    (one) => one.type === 'PREGNANCY' && one.result === 'negative' && one.cycle === cycle,
  );
  return {
    lastNegativeOn: latest(negatives.map(({ takenOn }) => takenOn)),
    lastOvulationTestOn: latest(
      results.filter(({ type }) => type === 'ovulation').map(({ takenOn }) => takenOn),
    ),
    lastPeriodOn: latest(periods.filter(({ kind }) => kind === 'period').map(({ day }) => day)),
  };
}

const latest = (days: readonly LocalDate[]): LocalDate | null => days.toSorted().at(-1) ?? null;
