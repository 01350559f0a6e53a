import type { CycleStatus, Next } from '../cycle/cycle-status.ts';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { NOTHING_STARTED, type TreatmentDay } from '../treatment-day/treatment-day.ts';
import type { BookedAppointment, NextStepFacts } from './facts.ts';

/**
 * The time, what is known, what Today says, and where its action leads. It is Wednesday, November 18, 10
 * am.
 */
export type Moment = [when: string, facts: Partial<NextStepFacts>, sentence: string, path: string | null];

export const NOW = instantFromIso('2026-11-18T15:00:00Z');
export const HOUR = 60 * MINUTE;
const ZONE = 'America/New_York'; // 10 am there

export const CYCLE: CycleStatus = {
  gate: 'ok',
  day: 9,
  levelToday: null,
  next: 'test',
  askCoach: [],
  dates: {
    startedOn: '2026-11-10',
    testFrom: '2026-11-20',
    applicators: [],
    likelyOvulation: null,
    likelyFertile: null,
  },
};

export const call = (minutes: number, more: Partial<BookedAppointment> = {}): BookedAppointment => ({
  name: 'Fertility consultation',
  hostName: 'Dr. Lind',
  isVideo: true,
  appointmentType: 'initial-consultation',
  startsAt: NOW + minutes * MINUTE,
  endsAt: NOW + (minutes + 30) * MINUTE,
  joinUrl: null,
  ...more,
});
export const at = (
  phaseId: NonNullable<NextStepFacts['step']>['phaseId'],
  more: Partial<NextStepFacts> = {},
) => ({
  step: { phaseId, cycle: null },
  ...more,
});
export const inCycle = (next: CycleStatus['next'], more: Partial<NextStepFacts> = {}) =>
  at('ovulation', { cycle: { ...CYCLE, next }, callsHeld: ['initial-consultation'], ...more });
export const cycle = (next: Next, more: Partial<CycleStatus>): Partial<NextStepFacts> => ({
  cycle: { ...CYCLE, next, ...more },
});
export const outside = (
  state: NextStepFacts['care']['state'],
  more: Partial<NextStepFacts['care']> = {},
) => ({
  care: { ...FACTS.care, state, ...more },
});
const timers = (more: Partial<TreatmentDay>) => ({ timers: { ...NOTHING_STARTED, ...more } });
export const capIn = (hours: number) => timers({ capInsertedAt: NOW - hours * HOUR });
export const sample = (minutes: number) => timers({ sampleCollectedAt: NOW - minutes * MINUTE });
/** The timers report these, so each use without a survey counts as unreported. */
export const used = (usedOn: string[], surveysSent: number) => ({
  applicators: { usedOn, surveysSent, unreported: usedOn.length - surveysSent },
});

export const NO_KIT: NextStepFacts['kit'] = {
  isAsked: false,
  hasAddress: false,
  trackingUrl: null,
  sentOn: null,
  hasArrived: false,
};

export const FACTS: NextStepFacts = {
  now: NOW,
  zone: ZONE,
  care: {
    state: 'treatment',
    afterPositive: false,
    afterLoss: false,
    positiveWaits: false,
    asksForStatus: false,
    pause: null,
  },
  step: { phaseId: 'welcome', cycle: null },
  calls: [],
  callsHeld: [],
  callsPast: {},
  hasNewNotes: false,
  timers: NOTHING_STARTED,
  cycle: CYCLE,
  safety: 'ready',
  isJustCleared: false,
  isKeptBlocked: false,
  bleeding: null,
  urgentReport: null,
  emergencyNumber: '911',
  applicators: { usedOn: [], surveysSent: 0, unreported: 0 },
  applicatorWaits: false,
  earlyUnclear: null,
  clinicPhone: '',
  lastNegativeOn: null,
  lastPeriodOn: null,
  lastOvulationTestOn: null,
  hasAnsweredQuestionnaire: true,
  kit: NO_KIT,
  hasPartnerSample: false,
};

export const CLOSED: CycleStatus = { ...CYCLE, gate: 'irregular', dates: null };
export const WEEK = 7 * 24 * 60;

export const book = (type: string) => `/schedule?appointmentType=${type}`;
export const CONSULTATION = book('initial-consultation');
export const SAFETY_CALL = book('safety-call');
