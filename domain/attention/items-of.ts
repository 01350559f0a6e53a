import type { Instant } from '../time/instant.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';
import { clockOf, type Clock, type Item, type PatientRule } from './item.ts';
import { CLINIC_RULES, itemsOfClinic, kitToSend, leaving, mailNotDelivered } from './rules/administration.ts';
import { capTooLong, safetyCheck, symptoms, urgentSymptoms } from './rules/body.ts';
import { callWithoutOutcome, messageWaits, noteNotSigned } from './rules/calls.ts';
import { messageUnread } from './rules/messages.ts';
import { lastNegative, positiveAfterEnd, positiveTest, possibleLoss, unclearTest } from './rules/outcomes.ts';
import {
  foundDifficult,
  noPregnancyTest,
  peakWithoutSurvey,
  quietInCycle,
  uncertainBeforeTreatment,
} from './rules/treatment.ts';

export const RULES: readonly PatientRule[] = [
  possibleLoss,
  positiveAfterEnd,
  urgentSymptoms,
  symptoms,
  capTooLong,
  safetyCheck,
  foundDifficult,
  uncertainBeforeTreatment,
  messageWaits,
  messageUnread,
  positiveTest,
  lastNegative,
  unclearTest,
  callWithoutOutcome,
  noteNotSigned,
  quietInCycle,
  peakWithoutSurvey,
  noPregnancyTest,
  kitToSend,
  mailNotDelivered,
  leaving,
];

const TITLES = new Map([...RULES, ...CLINIC_RULES].map(({ id, title }) => [id, title]));

/** Also of an item whose cause has gone: its decisions are kept by its key. */
export const titleOf = (key: string): string => TITLES.get(key.split(':')[0]!) ?? 'An item';

/** All that needs somebody at this moment, what is due first at the top. */
export function itemsOf(facts: ClinicFacts, now: Instant): Item[] {
  return [
    ...facts.patients.flatMap((patient) => itemsOfPatient(patient, clockOf(now, patient.zone))),
    ...itemsOfClinic(facts, clockOf(now, facts.zone)),
  ].sort((one, other) => one.dueAt - other.dueAt || one.key.localeCompare(other.key));
}

const itemsOfPatient = (patient: PatientFacts, clock: Clock): Item[] =>
  RULES.filter(({ states }) => !states || states.includes(patient.careState)).flatMap((rule) =>
    rule.find(patient, clock).map(({ factId, since, dueAt, why, ...found }) => ({
      key: `${rule.id}:${factId}`,
      rule: rule.id,
      patient: { id: patient.id, name: patient.name },
      title: rule.title,
      why,
      since,
      dueAt,
      isUrgent: found.isUrgent ?? false,
      owner: found.owner ?? rule.owner,
      ownerId: found.ownerId === undefined ? ownerOf(found.owner ?? rule.owner, patient) : found.ownerId,
    })),
  );

const ownerOf = (owner: Item['owner'], { coachId }: PatientFacts): string | null =>
  owner === 'coach' ? coachId : null;
