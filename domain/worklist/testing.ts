import type { CareFacts, OutcomeEvent, PregnancyFact } from '../care-state/facts.ts';
import { usualHours } from '../coach/clinic-hours.ts';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';
import { itemsOf } from './items-of.ts';

export const ZONE = 'America/New_York';
export const HOUR = 60 * MINUTE;
const TODAY = '2026-11-18';
/** 10 am of that Wednesday. */
export const NOW = instantFromIso('2026-11-18T15:00:00Z');

export const QUIET: PatientFacts = {
  id: 'patient',
  name: 'Robin Castellano',
  coachId: 'marisol',
  clinic: usualHours(ZONE),
  careState: 'treatment',
  care: { results: [], events: [] },
  symptoms: [],
  capIn: null,
  lateCaps: [],
  applicatorSurveys: [],
  uncertainBeforeTreatment: [],
  safetyCheckHeld: null,
  followUps: [],
  messagesWaiting: [],
  messagesUnread: [],
  concerns: [],
  invalidTests: [],
  calls: [],
  consulted: null,
  testFrom: null,
  spokeAt: null,
  lastLogAt: null,
  lastPeak: null,
  lastPeriodOn: null,
  lastPhaseAt: null,
  lastApplicatorSurveyAt: null,
  applicatorWithoutTest: null,
  kitRequest: null,
  kitSent: null,
  mailsParked: [],
  deletion: null,
  officeCallsHostAway: [],
};
export const NOBODY: ClinicFacts = {
  clinic: usualHours(ZONE),
  patients: [],
  invitations: [],
  manyOpenings: [],
  alarmsFailingSince: null,
  calendarFailing: null,
};

export const of = (facts: Partial<PatientFacts>, now = NOW, zone = ZONE) =>
  itemsOf(
    { ...NOBODY, clinic: usualHours(zone), patients: [{ ...QUIET, clinic: usualHours(zone), ...facts }] },
    now,
  );

export const entry = (ago = 0) => ({ id: `entry-${ago}`, at: NOW - ago });
export const peak = (ago: number) => ({ ...entry(ago), on: localDate(NOW - ago, ZONE) });

type Reported = 'positive' | 'negative' | 'unclear' | 'loss' | 'stop' | 'pause';

/** Events one minute apart, the last one now. */
export function history(...reported: [kind: Reported, cycle?: number][]): CareFacts {
  const results: PregnancyFact[] = [];
  const events: OutcomeEvent[] = [];
  for (const [index, [kind, cycle = 1]] of reported.entries()) {
    const id = `${index}-${kind}`;
    const receivedAt = NOW - (reported.length - 1 - index) * MINUTE;
    if (kind === 'loss' || kind === 'stop' || kind === 'pause') {
      events.push({ id, kind, cycle, receivedAt, day: TODAY, until: null, resolvedTo: null, byTeam: false });
    } else {
      results.push({ id, result: kind, cycle, receivedAt, takenOn: TODAY });
    }
  }
  return { results, events };
}

export const survey = (more: Partial<PatientFacts['applicatorSurveys'][number]>) => ({
  ...entry(),
  on: null,
  wasEasy: true,
  capTooLong: false,
  isFirst: true,
  ...more,
});
export const call = (endedAgo: number, more: Partial<PatientFacts['calls'][number]> = {}) => ({
  ...entry(endedAgo + 30 * MINUTE),
  hostId: 'dr-lind',
  endsAt: NOW - endedAgo,
  outcome: null,
  hasSignedNote: false,
  ...more,
});
