import type { CycleStanding } from '../cycle/standing.ts';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { NOTHING_STARTED } from '../treatment-day/treatment-day.ts';
import type { TodayCall, TodayFacts } from './facts.ts';

export const NOW = instantFromIso('2026-11-18T15:00:00Z');
export const HOUR = 60 * MINUTE;
const ZONE = 'America/New_York'; // 10 am there

export const CYCLE: CycleStanding = {
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

export const call = (minutes: number, more: Partial<TodayCall> = {}): TodayCall => ({
  name: 'Fertility consultation',
  hostName: 'Dr. Lind',
  isVideo: true,
  appointmentType: 'initial-consultation',
  startsAt: NOW + minutes * MINUTE,
  endsAt: NOW + (minutes + 30) * MINUTE,
  joinUrl: null,
  ...more,
});
export const at = (phaseId: NonNullable<TodayFacts['step']>['phaseId'], more: Partial<TodayFacts> = {}) => ({
  step: { phaseId, cycle: null },
  ...more,
});
export const inCycle = (next: CycleStanding['next'], more: Partial<TodayFacts> = {}) =>
  at('ovulation', { cycle: { ...CYCLE, next }, ...more });
export const outside = (state: TodayFacts['care']['state'], more: Partial<TodayFacts['care']> = {}) => ({
  care: { ...FACTS.care, state, ...more },
});
/** By the timers, so that every use without a survey is one that nobody told of. */
export const used = (usedOn: string[], surveysSent: number) => ({
  applicators: { usedOn, surveysSent, untold: usedOn.length - surveysSent },
});

export const FACTS: TodayFacts = {
  now: NOW,
  zone: ZONE,
  care: { state: 'treatment', afterPositive: false, afterLoss: false, pause: null },
  step: { phaseId: 'welcome', cycle: null },
  calls: [],
  callsHeld: [],
  callsPast: {},
  timers: NOTHING_STARTED,
  cycle: CYCLE,
  safety: 'ready',
  applicators: { usedOn: [], surveysSent: 0, untold: 0 },
  lastNegativeOn: null,
  lastPeriodOn: null,
  lastOvulationTestOn: null,
  hasAnsweredQuestionnaire: true,
  trackingUrl: null,
};

export const CLOSED: CycleStanding = { ...CYCLE, gate: 'irregular', dates: null };
export const WEEK = 7 * 24 * 60;
