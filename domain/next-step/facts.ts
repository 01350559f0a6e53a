import type { UrgentReport } from './urgent-report.ts';
import type { CareStatus } from '../care-state/care-state.ts';
import type { CycleStatus } from '../cycle/cycle-status.ts';
import type { PlanFacts } from '../journey/done.ts';
import type { KitFacts } from '../kit/kit-state.ts';
import type { PhaseId } from '../journey/types.ts';
import type { SafetyStatus } from '../safety/safety-status.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { TreatmentDay } from '../treatment-day/treatment-day.ts';

/** A booked call that is not over. */
export type BookedAppointment = {
  name: string;
  hostName: string;
  /** The slug. */
  appointmentType: string;
  /** If false, it is a phone call. */
  isVideo: boolean;
  startsAt: Instant;
  endsAt: Instant;
  /** Null if it cannot be joined yet, and for a phone call. */
  joinUrl: string | null;
};

/** The applicators used and reported in the current treatment cycle. */
export type ApplicatorsOfCycle = {
  usedOn: readonly LocalDate[];
  surveysSent: number;
  /** How many the timers know about that have no survey. */
  unreported: number;
};

/** Everything that decides what 'Today' says. */
export type NextStepFacts = {
  now: Instant;
  zone: string;
  care: Pick<
    CareStatus,
    'state' | 'afterPositive' | 'afterLoss' | 'positiveWaits' | 'asksForStatus' | 'pause'
  >;
  /** The patient's place in the plan; null once nothing is left. */
  step: { phaseId: PhaseId; cycle: number | null } | null;
  calls: readonly BookedAppointment[];
  /** The plan's own list also reads these facts. */
  callsHeld: PlanFacts['callsHeld'];
  callsPast: PlanFacts['callsPast'];
  /** A clinician's notes that the patient has not opened yet. */
  hasNewNotes: boolean;
  timers: TreatmentDay;
  cycle: CycleStatus;
  safety: SafetyStatus;
  /** A clinician cleared the safety check recently, and no applicator or new check has followed. */
  isJustCleared: boolean;
  /** A clinician read the answers recently and left the safety check blocked. */
  isKeptBlocked: boolean;
  /** What a pregnant patient has logged since the positive test; null if there was none. */
  bleeding: 'bleeding' | 'loss' | null;
  /** Reported in the last two days and still open. */
  urgentReport: UrgentReport | null;
  /** Empty if no number is known to work. */
  emergencyNumber: string;
  /** Empty if the clinic has set none. */
  clinicPhone: string;
  applicators: ApplicatorsOfCycle;
  /**
   * Based on ovulation tests alone, an applicator would be for today or tomorrow, but an unclear pregnancy
   * test came in between.
   */
  applicatorWaits: boolean;
  /**
   * Without a positive, the last pregnancy test was hard to read and too early; `from` is the day to test again, if dates may be
   * shown.
   */
  earlyUnclear: { from: LocalDate | null } | null;
  /** The last negative pregnancy test of the treatment cycle under way. */
  lastNegativeOn: LocalDate | null;
  lastPeriodOn: LocalDate | null;
  /** The last ovulation test, whatever it showed. */
  lastOvulationTestOn: LocalDate | null;
  hasAnsweredQuestionnaire: boolean;
  kit: KitFacts;
  /** The sample is a partner's or the patient's own, so they have to observe the abstinence. */
  hasPartnerSample: boolean;
};

export type FactsOfNow = Pick<NextStepFacts, 'now' | 'zone' | 'calls' | 'timers'>;

/** A portal page, or an external address. An act is done on the spot; its page is the fallback. */
export type NextStepAction = {
  label: string;
  path: string;
  act?: 'start_next_cycle';
  /** After the act; without it the patient stays on Home. */
  opens?: string;
};
/** One sentence, and at most one action. */
export type NextStep = { sentence: string; action: NextStepAction | null; isUrgent: boolean };

export const say = (sentence: string, action: NextStepAction | null = null): NextStep => ({
  sentence,
  action,
  isUrgent: false,
});
