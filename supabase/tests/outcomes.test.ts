import { expect, test } from 'vitest';
import { hasUrgentSign, SIGNS, STRENGTHS } from '../../domain/symptoms/symptoms.ts';
import { isUrgent } from '../../domain/symptoms/urgent-report.ts';
import { NOTHING, reach, testRights } from './rights.ts';

const readers = {
  owner: reach('own', 'refused', 'refused', 'refused'),
  stranger: reach('own', 'refused', 'refused', 'refused'),
  newcomer: reach('none', 'refused', 'refused', 'refused'),
  uninvited: reach('none', 'refused', 'refused', 'refused'),
  anonymous: NOTHING,
};
const scene = testRights('outcomes', {
  outcome_events: {
    insert: `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'loss', current_date, 1)`,
    set: `reason = 'x'`,
    may: { ...readers, service: reach('all', 'refused', 'refused', 'refused') },
  },
  symptom_reports: {
    insert: `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
      values ($1, '{pain}', 'mild', current_date, false)`,
    set: `words = 'x'`,
    may: { ...readers, service: reach('all', 'all', 'refused', 'refused') },
  },
});

test.each([
  [`'pause', current_date, 1, current_date, null`, true],
  [`'resume', current_date, 1, null, null`, true],
  [`'loss', current_date, 3, null, null`, true],
  [`'resolve', current_date, 1, null, 'after-loss'`, true],
  [`'loss', current_date, 1, current_date, null`, false],
  [`'resolve', current_date, 1, null, null`, false],
  [`'loss', current_date, 1, null, 'pregnant'`, false],
  [`'resolve', current_date, 1, null, 'paused'`, false],
  [`'birth', current_date, 1, null, null`, false],
  [`'loss', 'infinity', 1, null, null`, false],
  [`'loss', current_date, 4, null, null`, false],
])('an event (%s): %s', async (values, isOne) => {
  const { database, owner } = scene.people;
  const tried = database.transaction(async (query) => {
    await query(
      `insert into public.outcome_events (user_id, kind, day, cycle, until, resolved_to) values ($1, ${values})`,
      [owner.id],
    );
    throw new Error('rolled back');
  });
  await expect(tried).rejects.toMatchObject(isOne ? { message: 'rolled back' } : { code: '23514' });
});

test('the database and the domain agree on what is urgent', async () => {
  const { owner, service } = scene.people;
  for (const sign of SIGNS) {
    for (const strength of STRENGTHS) {
      for (const words of [null, 'A little.', 'I fainted.']) {
        for (const urgent of [true, false]) {
          const stored = await service.may(
            `insert into public.symptom_reports (user_id, signs, strength, since, urgent, words)
             values ($1, $2, $3, current_date, $4, $5)`,
            [owner.id, [sign], strength, urgent, words],
          );
          // The database reads no words: with some, it takes what the rule made of them.
          const isAllowed = hasUrgentSign([sign], strength) ? urgent : !urgent || words !== null;
          expect([sign, strength, words, urgent, stored]).toEqual([
            sign,
            strength,
            words,
            urgent,
            isAllowed ? 1 : '23514',
          ]);
          if (urgent === isUrgent({ signs: [sign], strength, words })) expect(stored).toBe(1);
        }
      }
    }
  }
});
