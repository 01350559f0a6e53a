import type { CareFacts, CareState } from '../care-state/facts.ts';
import type { ClinicHours } from '../coach/clinic-hours.ts';
import type { Concern } from '../messages/concerns.ts';
import type { Kept } from '../messages/holder.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { Symptoms } from './symptom-words.ts';

/** Something that happened, by its row. */
export type Entry = { id: string; at: Instant };

export type AppointmentFact = Entry & {
  /** The host, from the care team. */
  hostId: string;
  endsAt: Instant;
  outcome: 'took-place' | 'patient-did-not-come' | 'we-could-not' | null;
  hasSignedNote: boolean;
  /** An absence of the host is over it. */
  isHostAway?: boolean;
};

/** A blocking safety check question, and its answer. */
export type BlockingAnswer = { question: string; answer: string | undefined };

/** Everything about one patient that may need someone. What was undone is not included. */
export type PatientFacts = {
  id: string;
  name: string;
  coachId: string | null;
  /** For due times. */
  clinic: ClinicHours;
  careState: CareState;
  /** Pregnancy tests and outcomes, which the care state is derived from. */
  care: CareFacts;
  symptoms: readonly (Entry & Symptoms & { isUrgent: boolean })[];
  /** A cap that is in: when it went in. */
  capIn: Entry | null;
  /** Caps that came out late: when each went in. */
  lateCaps: readonly Entry[];
  applicatorSurveys: readonly (Entry & {
    /** The day of use; null if an old row doesn't say. */
    on: LocalDate | null;
    wasEasy: boolean;
    capTooLong: boolean;
    isFirst: boolean;
  })[];
  uncertainBeforeTreatment: readonly Entry[];
  /**
   * The latest blocking check of any cycle that was not cleared; other answers do not clear it. `firstAt`: when
   * what blocks was first sent.
   */
  safetyCheckHeld: (Entry & { answers?: readonly BlockingAnswer[]; firstAt?: Instant }) | null;
  /** A follow-up that a team member set for themselves or a colleague, until it is done. */
  followUps: readonly (Entry & { dueAt: Instant; toId: string; text: string })[];
  /** Threads with an unanswered message; `at` is when the first one arrived, `lastAt` the newest. */
  messagesWaiting: readonly (Entry & {
    dueAt: Instant;
    lastAt?: Instant;
    topic?: string;
    firstWords?: string;
    keptBy?: readonly Kept[];
  })[];
  /** Messages with urgent words, or in which the patient asked for more than a reply. */
  concerns: readonly (Entry & { concern: Concern })[];
  /** The first unread reply in each thread. */
  messagesUnread: readonly Entry[];
  /** Invalid ovulation tests in a row, newest last. */
  invalidTests: readonly Entry[];
  calls: readonly AppointmentFact[];
  /** The last consultation that took place, until treatment begins, and whether a kit was asked for. */
  consulted: (Entry & { hasKit: boolean }) | null;
  /** When testing starts in the current cycle; null if unknown, and once a peak was found. */
  testFrom: Entry | null;
  /** When the care team last spoke with a patient who had a loss. */
  spokeAt: Instant | null;
  lastLogAt: Instant | null;
  lastPeak: (Entry & { on: LocalDate }) | null;
  /** The newest day of a period of the current applicator user. */
  lastPeriodOn: LocalDate | null;
  /** When a treatment phase was completed, newest. */
  lastPhaseAt: Instant | null;
  lastApplicatorSurveyAt: Instant | null;
  /** The last applicator without a pregnancy test after it. */
  applicatorWithoutTest: Entry | null;
  /** A kit to send; `addressAt` is when the patient last entered the address. */
  kitRequest: (Entry & { addressAt: Instant | null }) | null;
  /** A kit that was sent and has not arrived, as far as reported. */
  kitSent: (Entry & { addressChangedAt: Instant | null }) | null;
  mailsParked: readonly (Entry & { callWithinADay: boolean })[];
  deletion: (Entry & { on: Instant }) | null;
  /** For an administrator: calls ahead whose host is away then. */
  officeCallsHostAway: readonly Entry[];
};

/** Someone invited who hasn’t signed in yet. */
export type InvitationFact = Entry & { name: string };
/** The sixth record that a team member opened with a reason in one day. */
export type ManyOpenings = Entry & { person: string; day: LocalDate };

export type ClinicFacts = {
  /** For items that are not about a patient. */
  clinic: ClinicHours;
  patients: readonly PatientFacts[];
  invitations: readonly InvitationFact[];
  manyOpenings: readonly ManyOpenings[];
  /** Since when texts to the duty phone fail. */
  alarmsFailingSince: Instant | null;
  /** The reader's own calendar, for busy times, while it can't be read. */
  calendarFailing: (Entry & { ownerId: string }) | null;
};
