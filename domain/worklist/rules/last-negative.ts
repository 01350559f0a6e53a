import { inOrder, isResult } from '../../care-state/facts.ts';
import type { PatientRule } from '../item.ts';

const LAST_CYCLE = 3;

export const lastNegative: PatientRule = {
  id: 'last-negative',
  title: 'Third cycle negative',
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
        why: 'The third cycle’s pregnancy test was negative.',
      })),
};
