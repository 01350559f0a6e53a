import { turningPoints } from '../../care-state/turning-points.ts';
import type { PatientRule } from '../item.ts';

export const unclearTest: PatientRule = {
  id: 'unclear-test',
  title: 'Unclear test',
  owner: 'coach',
  states: ['unsure', 'treatment'],
  find: (patient, { sameDay }) => {
    const unclear = turningPoints(patient.care).filter(({ isUnclear }) => isUnclear);
    const third = patient.invalidTests[2];
    const ofState = patient.careState === 'unsure' ? unclear.slice(-1) : [];
    return [
      ...ofState.map(({ id, at }) => ({ factId: id, at, why: 'A pregnancy test was hard to read.' })),
      ...(third
        ? [{ factId: third.id, at: third.at, why: 'Three ovulation tests in a row were invalid.' }]
        : []),
    ].map(({ factId, at, why }) => ({ factId, since: at, dueAt: sameDay(at), why }));
  },
};
