import { inOrder, isResult } from '../../care-state/facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from '../../care-state/transitions.ts';
import type { PatientFacts } from '../facts.ts';
import type { PatientRule } from '../item.ts';

export const possibleLoss: PatientRule = {
  id: 'possible-loss',
  title: 'Possible loss',
  owner: 'clinician',
  states: ['unsure', 'after-loss'],
  find: (patient, { within }) =>
    turningPoints(patient)
      .filter(({ isPossibleLoss }) => isPossibleLoss)
      .slice(-1)
      .map(({ id, at, isLoss }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        isUrgent: true,
        why: isLoss ? 'A loss was reported.' : 'A test after a positive one was not positive.',
      })),
};

export const positiveAfterEnd: PatientRule = {
  id: 'positive-after-end',
  title: 'Positive after a loss or a stop',
  owner: 'clinician',
  states: ['after-loss', 'pregnant'],
  find: (patient, { within }) =>
    turningPoints(patient)
      .filter(({ isPositiveAfterEnd }) => isPositiveAfterEnd)
      .slice(-1)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        why: 'A positive test came after a loss or a stop.',
      })),
};

export const positiveTest: PatientRule = {
  id: 'positive-test',
  title: 'Positive test',
  owner: 'coach',
  states: ['pregnant'],
  find: (patient, { sameDay }) =>
    turningPoints(patient)
      .filter(({ isNewPregnancy, isPositiveAfterEnd }) => isNewPregnancy && !isPositiveAfterEnd)
      .slice(-1)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'A positive pregnancy test was logged.',
      })),
};

export const lastNegative: PatientRule = {
  id: 'last-negative',
  title: 'Last negative',
  owner: 'clinician',
  states: ['treatment'],
  find: ({ care }, { daysLater }) =>
    inOrder(care)
      .filter(isResult)
      .filter(({ result, cycle }) => result === 'negative' && cycle === LAST_CYCLE)
      .slice(-1)
      .map(({ id, receivedAt }) => ({
        factId: id,
        since: receivedAt,
        dueAt: daysLater(receivedAt, 1),
        why: 'The test of the third cycle was negative.',
      })),
};
const LAST_CYCLE = 3;

export const unclearTest: PatientRule = {
  id: 'unclear-test',
  title: 'Unclear test',
  owner: 'coach',
  states: ['unsure', 'treatment'],
  find: (patient, { sameDay }) => {
    const unclear = turningPoints(patient).filter(({ isUnclear }) => isUnclear);
    const third = patient.invalidTests[2];
    const ofState = patient.careState === 'unsure' ? unclear.slice(-1) : [];
    return [
      ...ofState.map(({ id, at }) => ({ factId: id, at, why: 'A pregnancy test could not be read.' })),
      ...(third
        ? [{ factId: third.id, at: third.at, why: 'Three ovulation tests in a row were invalid.' }]
        : []),
    ].map(({ factId, at, why }) => ({ factId, since: at, dueAt: sameDay(at), why }));
  },
};

type TurningPoint = {
  id: string;
  at: number;
  isPossibleLoss: boolean;
  isLoss: boolean;
  isPositiveAfterEnd: boolean;
  isNewPregnancy: boolean;
  isUnclear: boolean;
};

const isOpen = (known: Known) => known.state === 'unsure' && isAfterPositive(known);

/** What each fact meant when it came, in the order in which they happened. */
function turningPoints({ care }: Pick<PatientFacts, 'care'>): TurningPoint[] {
  let known = AT_THE_START;
  return inOrder(care).map((fact) => {
    const before = known;
    known = after(known, fact);
    const tellsOfLoss = !isResult(fact) && (fact.kind === 'loss' || fact.resolvedTo === 'after-loss');
    const isLoss = tellsOfLoss && before.state !== 'after-loss';
    const isPositive = isResult(fact) && fact.result === 'positive';
    const isNewPregnancy = isPositive && known.state === 'pregnant' && before.state !== 'pregnant';
    return {
      id: fact.id,
      at: fact.receivedAt,
      isLoss,
      isPossibleLoss: isLoss || (isOpen(known) && !isOpen(before)),
      isPositiveAfterEnd: isPositive && (before.state === 'after-loss' || before.state === 'stopped'),
      isNewPregnancy,
      isUnclear: known.state === 'unsure' && before.state !== 'unsure' && !isOpen(known),
    };
  });
}
