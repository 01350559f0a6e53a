import type { CareFacts, CareState } from '../care-state/facts.ts';
import type { Concern } from '../messages/concern.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';

/** Something that happened, by its row. */
export type Entry = { id: string; at: Instant };

export type AppointmentFact = Entry & {
  /** Who hosts it, of the care team. */
  hostId: string;
  endsAt: Instant;
  outcome: 'took-place' | 'patient-did-not-come' | 'we-could-not' | null;
  hasSignedNote: boolean;
};

/** All about one patient that can ask for somebody. What was taken back is not among it. */
export type PatientFacts = {
  id: string;
  name: string;
  coachId: string | null;
  /** In which due times run: the clinic's, or where it has named none, the patient's own. */
  zone: string;
  careState: CareState;
  /** Pregnancy tests and outcomes, as the care state is made of them. */
  care: CareFacts;
  symptoms: readonly (Entry & { isUrgent: boolean })[];
  /** A cap that is in: when it went in. */
  capIn: Entry | null;
  applicatorSurveys: readonly (Entry & { wasEasy: boolean; capTooLong: boolean; isFirst: boolean })[];
  uncertainBeforeTreatment: readonly Entry[];
  /** The newest of the treatment cycle that holds treatment back and was not cleared; other answers do not clear it. */
  safetyCheckHeld: Entry | null;
  /** Threads whose first unanswered message waits; `at` is when it came. */
  messagesWaiting: readonly (Entry & { dueAt: Instant })[];
  /** Messages with words that cannot wait, or with which the patient asked for more than an answer. */
  concerns: readonly (Entry & { concern: Concern })[];
  /** Of each thread the first answer that the patient has not read. */
  messagesUnread: readonly Entry[];
  /** Ovulation tests in a row that could not be read, the newest last. */
  invalidTests: readonly Entry[];
  calls: readonly AppointmentFact[];
  /** The day from which to test in the running cycle, at its start; null where none is known, and once a peak was found. */
  testFrom: Entry | null;
  lastLogAt: Instant | null;
  lastPeak: Entry | null;
  lastApplicatorSurveyAt: Instant | null;
  /** The last applicator that no pregnancy test followed. */
  applicatorWithoutTest: Entry | null;
  /** A kit that is to be sent; `addressAt` is when the patient last said where to. */
  kitRequest: (Entry & { addressAt: Instant | null }) | null;
  /** A kit that was sent and has not arrived, as far as the patient has said. */
  kitSent: (Entry & { addressChangedAt: Instant | null }) | null;
  mailsParked: readonly (Entry & { callWithinADay: boolean })[];
  deletion: (Entry & { on: Instant }) | null;
};

/** Somebody invited who has not signed in. */
export type InvitationFact = Entry & { name: string };
/** The sixth record that somebody of the team opened with a reason on one day. */
export type ManyOpenings = Entry & { person: string; day: LocalDate };

export type ClinicFacts = {
  /** For what is about no patient. */
  zone: string;
  patients: readonly PatientFacts[];
  invitations: readonly InvitationFact[];
  manyOpenings: readonly ManyOpenings[];
  /** Since when texts to the duty phone do not go out. */
  alarmsFailingSince: Instant | null;
};
