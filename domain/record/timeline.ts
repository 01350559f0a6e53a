import { CALL_OUTCOME_WORDS } from '../contracts/team/team-calls.ts';
import type { RecordFacts, WrittenNote } from '../contracts/team/record-facts.ts';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { JOURNEY_OUTLINE } from '../journey/outline.ts';
import { instantFromIso } from '../time/instant.ts';
import { otherEntries, type Reader } from './other-entries.ts';
import {
  CALL_STATES,
  CONSULTATION_NOTE,
  CONTACT_TITLES,
  RESULT_TITLES,
  resultText,
  SURVEY_TITLES,
  surveyText,
} from './words.ts';

/** Everything of a record in one list, newest first. */
export function timelineOf(facts: RecordFacts, zone: string, reader: Reader): TimelineEntry[] {
  const { results, surveys, phases, calls, notes, contacts } = facts;
  return [
    ...results.map(resultEntry),
    ...surveys.map((survey) => surveyEntry(survey, zone)),
    ...phases.map(phaseEntry),
    ...calls.map(callEntry),
    ...notes.map(noteEntry),
    ...contacts.map(contactEntry),
    ...otherEntries(facts, reader),
  ].sort(
    (one, other) =>
      instantFromIso(other.at) - instantFromIso(one.at) ||
      one.kind.localeCompare(other.kind) ||
      one.id.localeCompare(other.id),
  );
}

const resultEntry = ({
  id,
  type,
  result,
  takenAt,
  loggedBy,
}: RecordFacts['results'][number]): TimelineEntry => ({
  kind: 'result',
  id,
  at: takenAt,
  title: RESULT_TITLES[type],
  text: resultText(result),
  who: loggedBy,
  canTakeBack: true,
});

const surveyEntry = (
  { id, survey, answers, at }: RecordFacts['surveys'][number],
  zone: string,
): TimelineEntry => ({
  kind: 'survey',
  id,
  at,
  title: SURVEY_TITLES[survey],
  text: surveyText(answers, zone),
  who: null,
});

function phaseEntry({ id, phase, cycle, at }: RecordFacts['phases'][number]): TimelineEntry {
  const known = JOURNEY_OUTLINE.flatMap((stage) => stage.phases).find((one) => one.id === phase);
  return {
    kind: 'phase',
    id,
    at,
    title: `Completed: ${known?.title ?? phase}`,
    text: cycle === null ? '' : `Cycle ${cycle}`,
    who: null,
  };
}

const callEntry = ({
  id,
  name,
  startsAt,
  status,
  outcome,
  host,
}: RecordFacts['calls'][number]): TimelineEntry => ({
  kind: 'call',
  id,
  at: startsAt,
  title: name,
  text: outcome ? CALL_OUTCOME_WORDS[outcome] : CALL_STATES[status],
  who: host,
});

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

const contactEntry = ({ id, how, words, at, who }: RecordFacts['contacts'][number]): TimelineEntry => ({
  kind: 'contact',
  id,
  at,
  title: CONTACT_TITLES[how],
  text: words,
  who,
});
