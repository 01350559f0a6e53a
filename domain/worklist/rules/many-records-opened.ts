import type { ClinicRule } from '../item.ts';

export const manyRecordsOpened: ClinicRule = {
  id: 'many-records-opened',
  title: 'Many records opened',
  owner: 'administrator',
  find: ({ manyOpenings }, { daysLater }) =>
    manyOpenings.map(({ id, at, person }) => ({
      factId: id,
      since: at,
      dueAt: daysLater(at, 1),
      why: `${person} opened more than five records with a reason in one day.`,
    })),
};
