import { CALL_OUTCOME_WORDS } from '../contracts/team/team-calls.ts';
import type { RecordFacts, WrittenNote } from '../contracts/team/record-facts.ts';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { JOURNEY_OUTLINE } from '../journey/outline.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { instantFromIso, MINUTE, type Instant } from '../time/instant.ts';
import { localDateTime } from '../time/local.ts';
import { onDay } from './on-day.ts';
import { decisionEntries } from './decision-entries.ts';
import { teamEntries } from './team-entries.ts';
import { otherEntries, type Reader } from './other-entries.ts';
import {
  APPLICATOR_USED,
  CALL_STATES,
  CONSULTATION_NOTE,
  CONTACT_DIRECTION_WORDS,
  CONTACT_RESULT_WORDS,
  CONTACT_TITLES,
  OUTCOME_MISSING,
  RESULT_TITLES,
  resultText,
  SURVEY_TITLES,
  surveyText,
} from './words.ts';

/** The whole record in one list, newest first. */
export function timelineOf(facts: RecordFacts, zone: string, reader: Reader): TimelineEntry[] {
  const { results, surveys, phases, calls, notes, contacts } = facts;
  return [
    ...results.map((result) => resultEntry(result, zone, reader.zone)),
    ...surveys.map((survey) => surveyEntry(survey, zone, reader.zone)),
    ...phases.map(phaseEntry),
    ...calls.map((call) => callEntry(call, reader.now)),
    ...notes.map(noteEntry),
    ...contacts.map(contactEntry),
    ...teamEntries(facts, reader.zone),
    ...otherEntries(facts, zone, reader),
    ...decisionEntries(facts.decisions, reader.zone),
  ]
    .map((entry) => ({ entry, at: instantFromIso(entry.at) }))
    .sort(
      (one, other) =>
        other.at - one.at ||
        one.entry.kind.localeCompare(other.entry.kind) ||
        one.entry.id.localeCompare(other.entry.id),
    )
    .map(({ entry }) => entry);
}

/** A test on another day has no time: the portal sends noon for it, and staff enter only the day. */
function resultEntry(
  result: RecordFacts['results'][number],
  zone: string,
  readerZone: string,
): TimelineEntry {
  const { id, type, takenAt, takenOn, loggedBy } = result;
  const isDay = loggedBy !== null || isNoon(takenAt, zone);
  return {
    kind: 'result',
    id,
    ...(isDay ? onDay(takenOn, readerZone) : { at: takenAt }),
    title: RESULT_TITLES[type],
    text: resultText(result.result),
    who: loggedBy,
    ...(loggedBy && { isLogged: true }),
    canUndo: true,
  };
}

const isNoon = (iso: string, zone: string): boolean =>
  instantFromIso(iso) % MINUTE === 0 && localDateTime(instantFromIso(iso), zone).endsWith('T12:00');

function surveyEntry(
  { id, survey, answers, at, loggedBy, canUndo }: RecordFacts['surveys'][number],
  zone: string,
  readerZone: string,
): TimelineEntry {
  const usedOn = loggedBy && dayOfUse(answers, zone);
  return {
    kind: 'survey',
    id,
    ...(usedOn ? onDay(usedOn, readerZone) : { at }),
    title: usedOn ? APPLICATOR_USED : SURVEY_TITLES[survey],
    text: surveyText(answers, zone),
    who: loggedBy,
    ...(loggedBy && { isLogged: true, canUndo }),
  };
}

function phaseEntry({
  id,
  phase,
  cycle,
  at,
  loggedBy,
  byCallWith,
}: RecordFacts['phases'][number]): TimelineEntry {
  const known = JOURNEY_OUTLINE.flatMap((stage) => stage.phases).find((one) => one.id === phase);
  return {
    kind: 'phase',
    id,
    at,
    title: `Completed: ${known?.title ?? phase}`,
    text: cycle === null ? '' : `Cycle ${cycle}`,
    who: loggedBy ?? byCallWith,
    ...(loggedBy && { isLogged: true }),
  };
}

const callEntry = (call: RecordFacts['calls'][number], now: Instant): TimelineEntry => ({
  kind: 'call',
  id: call.id,
  at: call.startsAt,
  title: call.name,
  text: stateOfCall(call, now),
  who: call.host,
});

function stateOfCall({ status, outcome, endsAt }: RecordFacts['calls'][number], now: Instant): string {
  if (outcome) return CALL_OUTCOME_WORDS[outcome];
  return status === 'booked' && instantFromIso(endsAt) <= now ? OUTCOME_MISSING : CALL_STATES[status];
}

function noteEntry(note: WrittenNote): TimelineEntry {
  const { id, kind, title, text, at, author } = note;
  return {
    kind: 'note',
    id,
    at,
    title: title ?? (kind === 'consultation' ? CONSULTATION_NOTE : ''),
    text,
    who: author && { name: author.name, role: author.role },
    note,
  };
}

const contactEntry = ({
  id,
  how,
  at,
  who,
  canUndo,
  ...contact
}: RecordFacts['contacts'][number]): TimelineEntry => {
  const { direction, result, words } = contact;
  const head = [direction && CONTACT_DIRECTION_WORDS[direction], result && CONTACT_RESULT_WORDS[result]]
    .filter(Boolean)
    .join(', ');
  return {
    kind: 'contact',
    id,
    at,
    contact: how,
    title: CONTACT_TITLES[how],
    text: [head, words].filter((line) => line !== '').join('\n'),
    who,
    canUndo,
  };
};
