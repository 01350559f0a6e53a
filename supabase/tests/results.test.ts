import { expect, test } from 'vitest';
import { join } from './people.ts';
import { EVERYTHING, NOTHING, reach, testRights } from './rights.ts';

const scene = testRights('results', {
  test_results: {
    insert: `insert into public.test_results (user_id, result_type, result, taken_at)
      values ($1, 'ovulation', 'Invalid', now())`,
    set: `result = 'Invalid'`,
    may: {
      owner: reach('own', 'refused', 'refused', 'own'),
      stranger: reach('own', 'refused', 'refused', 'own'),
      newcomer: reach('none', 'refused', 'refused', 'none'),
      uninvited: reach('none', 'refused', 'refused', 'none'),
      anonymous: NOTHING,
      // A pregnancy test cannot become 'Invalid', which is how the service’s update of every row ends.
      service: { ...EVERYTHING, update: '23514' },
    },
  },
  survey_responses: {
    insert: `insert into public.survey_responses (user_id, survey, answers)
      values ($1, 'before-treatment', '{"response": "confident"}')`,
    set: `answers = '{"response": "confident"}'`,
    may: {
      owner: reach('own', 'refused', 'refused', 'refused'),
      stranger: reach('own', 'refused', 'refused', 'refused'),
      newcomer: reach('none', 'refused', 'refused', 'refused'),
      uninvited: reach('none', 'refused', 'refused', 'refused'),
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
});

test('a result can be undone for a day, by the patient who logged it', async () => {
  const { database, stranger } = scene.people;
  const dee = await join(database, 'dee', { consented: true });
  const logged = (age: string) =>
    database.query(
      `insert into public.test_results (user_id, result_type, result, taken_at, created_at)
       values ($1, 'ovulation', 'Invalid', now(), now() - $2::interval) returning id`,
      [dee.id, age],
    );
  const remove = 'delete from public.test_results where id = $1';
  for (const [age, removed] of [
    ['23 hours 59 minutes', 1],
    ['24 hours 1 minute', 0],
  ] as const) {
    const id = (await logged(age)).rows[0]!['id'];
    expect(await dee.may(remove, [id])).toBe(removed);
    expect(await stranger.may(remove, [id])).toBe(0);
  }
});

const insertResult = `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
  values ($1, $2, $3, $4, now())`;

test.each([
  ['ovulation', 'Negative (Low LH)', null],
  ['ovulation', 'High (Rising LH)', null],
  ['ovulation', 'Peak (Positive LH Surge)', 2],
  ['ovulation', 'Invalid', null],
  ['PREGNANCY', 'positive', 1],
  ['PREGNANCY', 'negative', 3],
])('%s, %s, cycle %s is a result', async (...values) => {
  const { owner, service } = scene.people;
  expect(await service.may(insertResult, [owner.id, ...values])).toBe(1);
});

test.each([
  ['ovulation', 'positive', 1],
  ['ovulation', 'Peak', null],
  ['Ovulation', 'Invalid', null],
  ['PREGNANCY', 'Positive', 1],
  ['PREGNANCY', 'Invalid', 1],
  ['PREGNANCY', 'positive', null],
  ['PREGNANCY', 'positive', 0],
  ['PREGNANCY', 'positive', 4],
])('%s, %s, cycle %s is not', async (...values) => {
  const { owner, service } = scene.people;
  expect(await service.may(insertResult, [owner.id, ...values])).toBe('23514');
});

const eight = JSON.stringify(['2026-01-01T00:00:00Z', '1', 'No', '', '30 minutes', '', 'Easy', '']);
test.each([
  ['before-treatment', '{"response": "confident"}', 1],
  ['before-treatment', '{"response": "unsure"}', '23514'],
  ['before-treatment', '{}', '23514'],
  ['before-treatment', '[]', '23514'],
  ['before-treatment', 'null', '23514'],
  ['before-treatment', '{"response": null}', '23514'],
  ['applicator-use', eight, 1],
  ['applicator-use', '["one"]', '23514'],
  ['applicator-use', '{"response": "confident"}', '23514'],
  ['applicator-use', 'null', '23514'],
  ['another', '{"response": "confident"}', '23514'],
])('the survey %s with %s: %s', async (survey, answers, outcome) => {
  const { owner, service } = scene.people;
  const insert = 'insert into public.survey_responses (user_id, survey, answers) values ($1, $2, $3)';
  expect(await service.may(insert, [owner.id, survey, answers])).toBe(outcome);
});

test('a submission is stored once for each patient, and two patients may use the same id', async () => {
  const { owner, stranger, service } = scene.people;
  const submission = '7d8b3a1e-0000-4000-8000-000000000000';
  for (const [table, columns, values] of [
    ['test_results', 'result_type, result, taken_at', `'ovulation', 'Invalid', now()`],
    ['survey_responses', 'survey, answers', `'before-treatment', '{"response": "neutral"}'`],
  ]) {
    const insert = `insert into public.${table} (user_id, submission_id, ${columns}) values ($1, $2, ${values})`;
    await service.does(insert, [owner.id, submission]);
    expect(await service.may(insert, [owner.id, submission])).toBe('23505');
    expect(await service.may(insert, [stranger.id, submission])).toBe(1);
  }
});
