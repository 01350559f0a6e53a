import type { Instant } from '../time/instant.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';
import { clockOf, type ClinicRule, type Clock, type Found, type Item, type PatientRule } from './item.ts';
import { inOrderOfToday } from './order.ts';
import { lossContact, lossSixWeeks, lossTwoWeeks } from './rules/after-loss.ts';
import { kitNotRequested, noCoachAssigned } from './rules/after-consultation.ts';
import { alarmNotSent } from './rules/alarm-not-sent.ts';
import { busyTimesUnread } from './rules/busy-times-unread.ts';
import { callWithoutOutcome } from './rules/call-without-outcome.ts';
import { capTooLong } from './rules/cap-too-long.ts';
import { followUp } from './rules/follow-up.ts';
import { foundDifficult } from './rules/found-difficult.ts';
import { hostIsAway } from './rules/host-is-away.ts';
import { invitationUnused } from './rules/invitation-unused.ts';
import {
  answerToday,
  asksForACall,
  hardTime,
  lossMentioned,
  selfHarm,
  urgentMessage,
} from './rules/concerns.ts';
import { kitAddressChanged, kitLate, kitToSend } from './rules/kit.ts';
import { lastNegative } from './rules/last-negative.ts';
import { leaving } from './rules/leaving.ts';
import { mailNotDelivered } from './rules/mail-not-delivered.ts';
import { manyRecordsOpened } from './rules/many-records-opened.ts';
import { messageUnread } from './rules/message-unread.ts';
import { messageWaits } from './rules/message-waits.ts';
import { noPregnancyTest } from './rules/no-pregnancy-test.ts';
import { noteNotSigned } from './rules/note-not-signed.ts';
import { peakWithoutSurvey } from './rules/peak-without-survey.ts';
import { positiveAfterEnd } from './rules/positive-after-end.ts';
import { positiveTest } from './rules/positive-test.ts';
import { possibleLoss } from './rules/possible-loss.ts';
import { quietInCycle } from './rules/quiet-in-cycle.ts';
import { safetyCheck } from './rules/safety-check.ts';
import { symptoms } from './rules/symptoms.ts';
import { uncertainBeforeTreatment } from './rules/uncertain-before-treatment.ts';
import { unclearTest } from './rules/unclear-test.ts';
import { urgentSymptoms } from './rules/urgent-symptoms.ts';

export const RULES: readonly PatientRule[] = [
  possibleLoss,
  lossContact,
  lossTwoWeeks,
  lossSixWeeks,
  positiveAfterEnd,
  selfHarm,
  asksForACall,
  urgentSymptoms,
  urgentMessage,
  lossMentioned,
  answerToday,
  symptoms,
  capTooLong,
  safetyCheck,
  foundDifficult,
  uncertainBeforeTreatment,
  messageWaits,
  messageUnread,
  hardTime,
  positiveTest,
  lastNegative,
  unclearTest,
  callWithoutOutcome,
  noteNotSigned,
  hostIsAway,
  followUp,
  quietInCycle,
  peakWithoutSurvey,
  noPregnancyTest,
  kitNotRequested,
  noCoachAssigned,
  kitToSend,
  kitAddressChanged,
  kitLate,
  mailNotDelivered,
  leaving,
];

export const CLINIC_RULES: readonly ClinicRule[] = [
  alarmNotSent,
  invitationUnused,
  manyRecordsOpened,
  busyTimesUnread,
];

const TITLES = new Map([...RULES, ...CLINIC_RULES].map(({ id, title }) => [id, title]));

/** Including items whose cause is gone: decisions are stored by key. */
export const titleOf = (key: string): string => TITLES.get(key.split(':')[0]!) ?? 'An item';

/** Everything that needs someone at this moment, decided or not. */
export function itemsOf(facts: ClinicFacts, now: Instant): Item[] {
  const items = [
    ...facts.patients.flatMap((patient) => itemsOfPatient(patient, clockOf(now, patient.clinic))),
    ...itemsOfClinic(facts, clockOf(now, facts.clinic)),
  ];
  return inOrderOfToday(items, now);
}

const itemsOfPatient = (patient: PatientFacts, clock: Clock): Item[] =>
  RULES.filter(({ states }) => !states || states.includes(patient.careState)).flatMap((rule) =>
    rule.find(patient, clock).map((found) => itemOf(rule, found, patient)),
  );

const itemsOfClinic = (facts: ClinicFacts, clock: Clock): Item[] =>
  CLINIC_RULES.flatMap((rule) => rule.find(facts, clock).map((found) => itemOf(rule, found, null)));

type Named = Pick<PatientRule, 'id' | 'title' | 'owner'>;

function itemOf(rule: Named, found: Found, patient: PatientFacts | null): Item {
  const owner = found.owner ?? rule.owner;
  return {
    key: `${rule.id}:${found.factId}`,
    rule: rule.id,
    patient: patient && { id: patient.id, name: patient.name },
    title: rule.title,
    why: found.why,
    since: found.since,
    dueAt: found.dueAt,
    isUrgent: found.isUrgent ?? false,
    owner,
    ownerId: found.ownerId === undefined ? ownerOf(owner, patient) : found.ownerId,
    ...(found.lastAt !== undefined && { lastAt: found.lastAt }),
    ...(found.whyOfAll && { whyOfAll: found.whyOfAll }),
    ...(found.symptom && { symptom: found.symptom }),
  };
}

const ownerOf = (owner: Item['owner'], patient: PatientFacts | null): string | null =>
  owner === 'coach' ? (patient?.coachId ?? null) : null;
