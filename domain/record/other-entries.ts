import { STATE_NAMES } from '../care-state/state-names.ts';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { TimelineEntry } from '../contracts/team/team-patient.ts';
import { canUndo } from '../results/correction.ts';
import { instantFromIso, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { longDay } from '../time/words.ts';
import { onDay } from './on-day.ts';
import { reasonWords } from './reason-words.ts';
import {
  OUTCOME_TITLES,
  PERIOD_TITLES,
  RESULT_TITLES,
  resultText,
  SAFETY_WORDS,
  signText,
  strengthText,
  TIMER_TITLES,
} from './words.ts';

/** What can be undone depends on the reader and the time. */
export type Reader = { role: 'coach' | 'clinician'; now: Instant; zone: string };

/**
 * Entries besides treatment itself: pauses and losses, undone entries, symptoms, periods, treatment days,
 * safety checks.
 */
export const otherEntries = (
  { outcomes, takenBack, symptoms, periods, timers, safetyChecks }: RecordFacts,
  zone: string,
  reader: Reader,
): TimelineEntry[] => [
  ...outcomes.flatMap((outcome) => [outcomeEntry(outcome, zone, reader), ...undoneEntry(outcome)]),
  ...takenBack.map(takenBackEntry),
  ...symptoms.map(symptomsEntry),
  ...periods.map((period) => periodEntry(period, reader)),
  ...timers.map(timerEntry),
  ...safetyChecks.flatMap((check) => [safetyCheckEntry(check), ...clearedEntry(check)]),
];

const lines = (...written: (string | null | false)[]): string => written.filter(Boolean).join('\n');

/** A loss from the last day that no clinician recorded; only a clinician can undo any other. */
const mayUndoLoss = ({ receivedAt, who }: RecordFacts['outcomes'][number], { role, now }: Reader): boolean =>
  role === 'clinician' || (who?.role !== 'clinician' && canUndo(instantFromIso(receivedAt), now));

function outcomeEntry(outcome: RecordFacts['outcomes'][number], zone: string, reader: Reader): TimelineEntry {
  const { id, kind, day, until, reason, resolvedTo, receivedAt, who, takenBack } = outcome;
  // The entry is at the moment it arrived, which may be another day.
  const isOfAnotherDay = day !== localDate(instantFromIso(receivedAt), zone);
  return {
    kind: 'outcome',
    id,
    at: receivedAt,
    title: OUTCOME_TITLES[kind],
    text: lines(
      (kind === 'loss' || isOfAnotherDay) && `On ${longDay(day)}`,
      kind === 'pause' && (until ? `Until ${longDay(until)}` : 'No end date'),
      resolvedTo && STATE_NAMES[resolvedTo].workspace,
      reason,
      takenBack && takenBackText(takenBack.who),
    ),
    who,
    canUndo: kind === 'loss' && takenBack === null && mayUndoLoss(outcome, reader),
  };
}

/** Undoing is an entry of its own, with its own time. */
const undoneEntry = ({ id, kind, takenBack }: RecordFacts['outcomes'][number]): TimelineEntry[] =>
  takenBack
    ? [
        {
          kind: 'outcome',
          id,
          at: takenBack.at,
          title: `Undone: ${OUTCOME_TITLES[kind]}`,
          text: '',
          who: takenBack.who,
        },
      ]
    : [];

const takenBackText = (who: { name: string } | null): string =>
  who ? `Undone by ${who.name}` : 'Undone by the patient';

const takenBackEntry = ({
  id,
  type,
  result,
  takenOn,
  at,
  who,
}: RecordFacts['takenBack'][number]): TimelineEntry => ({
  kind: 'outcome',
  id,
  at,
  title: `${RESULT_TITLES[type]} undone`,
  text: `${resultText(result)}, ${longDay(takenOn)}`,
  who,
});

const symptomsEntry = ({
  id,
  signs,
  strength,
  since,
  words,
  urgent,
  at,
  loggedBy,
  canUndo: isUndoable,
}: RecordFacts['symptoms'][number]): TimelineEntry => ({
  kind: 'symptoms',
  id,
  at,
  title: urgent ? 'Urgent symptoms' : 'Symptoms',
  text: lines(
    `${resultText(signs.map(signText).join(', '))}; ${strengthText(strength)}; since ${longDay(since)}`,
    words,
  ),
  who: loggedBy,
  ...(loggedBy && { isLogged: true, canUndo: isUndoable }),
});

const periodEntry = (
  { id, kind, day, loggedBy, isConfirmed }: RecordFacts['periods'][number],
  { zone }: Reader,
): TimelineEntry => ({
  kind: 'period',
  id,
  ...onDay(day, zone),
  title: PERIOD_TITLES[kind],
  text: isConfirmed ? 'The patient said that it’s a new period.' : '',
  who: loggedBy,
  ...(loggedBy && { isLogged: true }),
  canUndo: true,
});

const timerEntry = ({ id, action, at }: RecordFacts['timers'][number]): TimelineEntry => ({
  kind: 'applicator',
  id,
  at,
  title: TIMER_TITLES[action],
  text: '',
  who: null,
});

const safetyCheckEntry = ({
  id,
  cycle,
  corrected,
  at,
  ...check
}: RecordFacts['safetyChecks'][number]): TimelineEntry => ({
  kind: 'safety-check',
  id,
  at,
  title: 'Safety check',
  text: lines(
    `${SAFETY_WORDS[check.outcome]}, cycle ${cycle}`,
    ...reasonsIn(check),
    ...corrected.flatMap((before) => [
      `Corrected by the patient. First answer: ${SAFETY_WORDS[before.outcome]}`,
      ...reasonsIn(before),
    ]),
  ),
  who: null,
});

const clearedEntry = ({ id, cleared }: RecordFacts['safetyChecks'][number]): TimelineEntry[] =>
  cleared
    ? [
        {
          kind: 'decision',
          id,
          at: cleared.at,
          title: 'Safety check cleared',
          text: cleared.words,
          who: cleared.who,
        },
      ]
    : [];

type Reasons = Pick<RecordFacts['safetyChecks'][number], 'reasons' | 'answers'>;

/** Each question with its answer. For a screened donor, yes is fine. */
const reasonsIn = ({ reasons, answers }: Reasons): string[] =>
  reasons.map((id) => reasonWords(id, answers[id]));
