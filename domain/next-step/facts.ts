import type { CareStatus } from '../care-state/care-state.ts';
import type { CycleStatus } from '../cycle/cycle-status.ts';
import type { PlanFacts } from '../journey/done.ts';
import type { KitFacts } from '../kit/kit-state.ts';
import type { PhaseId } from '../journey/types.ts';
import type { SafetyStatus } from '../safety/safety-status.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { TreatmentDay } from '../treatment-day/treatment-day.ts';

/** A call that is booked and not over. */
export type BookedAppointment = {
  name: string;
  hostName: string;
  /** The slug. */
  appointmentType: string;
  /** Else by phone. */
  isVideo: boolean;
  startsAt: Instant;
  endsAt: Instant;
  /** Null where it cannot be joined yet, and for a call by phone. */
  joinUrl: string | null;
};

/** What was used and told in the treatment cycle that is under way. */
export type ApplicatorsOfCycle = {
  usedOn: readonly LocalDate[];
  surveysSent: number;
  /** How many the timers know of and no survey tells of. */
  unreported: number;
};

/** All that decides what 'Today' says. */
export type NextStepFacts = {
  now: Instant;
  zone: string;
  care: Pick<CareStatus, 'state' | 'afterPositive' | 'afterLoss' | 'pause'>;
  /** Where the patient is in the plan; null once nothing is left. */
  step: { phaseId: PhaseId; cycle: number | null } | null;
  calls: readonly BookedAppointment[];
  /** What the plan's own list reads too. */
  callsHeld: PlanFacts['callsHeld'];
  callsPast: PlanFacts['callsPast'];
  /** A clinician's notes that the patient has not opened yet. */
  hasNewNotes: boolean;
  timers: TreatmentDay;
  cycle: CycleStatus;
  safety: SafetyStatus;
  /** A clinician cleared the safety check in these days, and no applicator or new check has followed. */
  isJustCleared: boolean;
  applicators: ApplicatorsOfCycle;
  /** The last negative pregnancy test of the treatment cycle under way. */
  lastNegativeOn: LocalDate | null;
  lastPeriodOn: LocalDate | null;
  /** The last ovulation test that was logged, whatever it showed. */
  lastOvulationTestOn: LocalDate | null;
  hasAnsweredQuestionnaire: boolean;
  kit: KitFacts;
  /** The sample is a partner's or the patient's own, so that abstinence is theirs to keep. */
  hasPartnerSample: boolean;
};

export type FactsOfNow = Pick<NextStepFacts, 'now' | 'zone' | 'calls' | 'timers'>;

/** A page of the portal, or an address elsewhere. */
export type NextStepAction = { label: string; path: string };
/** One sentence, and at most one thing to do. */
export type NextStep = { sentence: string; action: NextStepAction | null; isUrgent: boolean };

export const say = (sentence: string, action: NextStepAction | null = null): NextStep => ({
  sentence,
  action,
  isUrgent: false,
});
