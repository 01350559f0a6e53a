import { expect, test } from 'vitest';
import { join, REFUSED } from './people.ts';
import { EVERYTHING, NOTHING, reach, testRights } from './rights.ts';

const upsert = (values: Record<string, string>) => {
  const answers = {
    user_id: '$1',
    user_age: '30',
    trying_duration: `'1-6 months'`,
    menstrual_cycle_length: `'21-35 days'`,
    menstrual_cycle_length_other: 'null',
    uses_ovulation_tests: `'Yes'`,
    had_fertility_investigations: `'No'`,
    infertility_diagnosis: `'{PCOS}'`,
    previous_treatments: `'{Other}'`,
    family_set_up: `'Heterosexual couple'`,
    ...values,
  };
  const columns = Object.keys(answers);
  return `insert into public.onboarding_info (${columns.join(', ')}) values (${Object.values(answers).join(', ')})
    on conflict (user_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
};

const writer = reach('own', 'own', 'own', 'refused');
const shutOut = reach('none', 'refused', 'none', 'refused');
const scene = testRights('onboarding', {
  onboarding_info: {
    insert: upsert({}),
    set: 'user_age = 40',
    may: {
      owner: writer,
      stranger: writer,
      newcomer: shutOut,
      uninvited: shutOut,
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
  questionnaire_drafts: {
    insert: `insert into public.questionnaire_drafts (user_id, form, answers_at)
      values ($1, '{}', (select updated_at from public.onboarding_info where user_id = $1))
      on conflict (user_id) do update set form = excluded.form`,
    set: `form = '{"user_age": "40"}'`,
    may: {
      owner: reach('own', 'own', 'own', 'own'),
      stranger: reach('own', 'own', 'own', 'own'),
      newcomer: reach('none', 'refused', 'none', 'none'),
      uninvited: reach('none', 'refused', 'none', 'none'),
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
});

const DRAFT = `insert into public.questionnaire_drafts (user_id, form, answers_at) values ($1, $2, $3)
  on conflict (user_id) do update set form = excluded.form, answers_at = excluded.answers_at`;
const draftsOf = (patient: { sees: (sql: string) => Promise<unknown> }) =>
  patient.sees('select form from public.questionnaire_drafts');

test('saved answers end the draft, and one started before them cannot come back', async () => {
  const { database } = scene.people;
  const uma = await join(database, 'uma', { consented: true });
  await uma.does(DRAFT, [uma.id, '{"user_age": "3"}', null]);
  await uma.does(DRAFT, [uma.id, '{"user_age": "34"}', null]);
  expect(await draftsOf(uma)).toEqual([{ form: { user_age: '34' } }]);
  await uma.does(upsert({}), [uma.id]);
  expect(await draftsOf(uma)).toEqual([]);
  // Another device, which does not know of them.
  expect(await uma.may(DRAFT, [uma.id, '{"user_age": "35"}', null])).toBe(REFUSED);
  const rows = await uma.sees('select updated_at::text as at from public.onboarding_info');
  await uma.does(DRAFT, [uma.id, '{"user_age": "36"}', (rows as { at: string }[])[0]!.at]);
  expect(await draftsOf(uma)).toEqual([{ form: { user_age: '36' } }]);
});

test('a draft that no one touches for 30 days is deleted, without a line in the log', async () => {
  const { database } = scene.people;
  const pia = await join(database, 'pia', { consented: true });
  await pia.does(DRAFT, [pia.id, '{}', null]);
  const age = async (days: number) => {
    await database.query(
      'alter table public.questionnaire_drafts disable trigger stamp_questionnaire_drafts',
    );
    await database.query(
      `update public.questionnaire_drafts set updated_at = now() - make_interval(days => $2) where user_id = $1`,
      [pia.id, days],
    );
    await database.query('alter table public.questionnaire_drafts enable trigger stamp_questionnaire_drafts');
    await database.query('select public.forget_old_drafts()');
  };
  await age(29);
  expect(await draftsOf(pia)).toHaveLength(1);
  const { rows } = await database.query('select from public.audit_log where subject_id = $1', [pia.id]);
  await age(31);
  expect(await draftsOf(pia)).toEqual([]);
  const after = await database.query('select from public.audit_log where subject_id = $1', [pia.id]);
  expect(after.rows).toHaveLength(rows.length);
});

test('answers cannot be given to someone else afterward', async () => {
  const { owner, stranger } = scene.people;
  const move = 'update public.onboarding_info set user_id = $1';
  expect(await owner.may(move, [stranger.id])).toBe(REFUSED);
});

test('answers carry the time of their last change, whatever is sent', async () => {
  const { database } = scene.people;
  const tia = await join(database, 'tia', { consented: true });
  await tia.does(upsert({ updated_at: `'2000-01-01'` }), [tia.id]);
  const rows = await tia.sees(
    `select updated_at > now() - interval '1 minute' as fresh from public.onboarding_info`,
  );
  expect(rows).toEqual([{ fresh: true }]);
});

const text = (length: number) => `repeat('x', ${length})`;
const pair = (column: string, other: string, specified: string) => ({
  [column]: other,
  [`${column}_other`]: specified,
});

test.each([
  { user_age: '18' },
  { user_age: '100', partner_age: '18' },
  { partner_age: '100' },
  { partner_age: 'null' },
  { infertility_diagnosis: `'{Endometriosis,PCOS,"Low ovarian reserve"}'` },
  pair('menstrual_cycle_length', `'Other'`, text(2000)),
  pair('uses_ovulation_tests', `'Other'`, `'now and then'`),
  pair('had_fertility_investigations', `'Other'`, 'null'),
  pair('infertility_diagnosis', `'{PCOS,Other}'`, `'something'`),
  pair('previous_treatments', `'{Other}'`, `'something'`),
  pair('family_set_up', `'Other'`, `'ours'`),
])('the questionnaire accepts %j', async (values) => {
  const { owner } = scene.people;
  expect(await owner.may(upsert(values as Record<string, string>), [owner.id])).toBe(1);
});

test.each([
  { user_age: '17' },
  { user_age: '101' },
  { partner_age: '17' },
  { partner_age: '101' },
  { trying_duration: `'forever'` },
  { menstrual_cycle_length: `'28 days'` },
  { uses_ovulation_tests: `'Maybe'` },
  { had_fertility_investigations: `'Sometimes'` },
  { infertility_diagnosis: `'{}'` },
  { infertility_diagnosis: `'{Sorrow}'` },
  { infertility_diagnosis: `'{No diagnosis,PCOS}'` },
  { previous_treatments: `'{Other,No previous treatments}'` },
  { infertility_diagnosis: `'{PCOS,PCOS}'` },
  { infertility_diagnosis: `'{PCOS,NULL}'` },
  { infertility_diagnosis: `'{{PCOS},{Other}}'` },
  { previous_treatments: `'{}'` },
  { previous_treatments: `'{PCOS}'` },
  { previous_treatments: `'{Other,Other}'` },
  { family_set_up: `'A commune'` },
  pair('menstrual_cycle_length', `'21-35 days'`, `'unasked'`),
  pair('uses_ovulation_tests', `'No'`, `'unasked'`),
  pair('had_fertility_investigations', `'No'`, `'unasked'`),
  pair('infertility_diagnosis', `'{PCOS}'`, `'unasked'`),
  pair('previous_treatments', `'{No previous treatments}'`, `'unasked'`),
  pair('family_set_up', `'Heterosexual couple'`, `'unasked'`),
  pair('family_set_up', `'Other'`, `''`),
  pair('family_set_up', `'Other'`, `E' \\n\\t '`),
  pair('family_set_up', `'Other'`, text(2001)),
])('the questionnaire refuses %j', async (values) => {
  const { owner, service } = scene.people;
  for (const person of [owner, service]) {
    expect(await person.may(upsert(values as Record<string, string>), [owner.id])).toBe('23514');
  }
});

test.each([
  'user_age',
  'trying_duration',
  'menstrual_cycle_length',
  'uses_ovulation_tests',
  'had_fertility_investigations',
  'infertility_diagnosis',
  'previous_treatments',
  'family_set_up',
])('%s must be answered', async (column) => {
  const { owner } = scene.people;
  expect(await owner.may(upsert({ [column]: 'null' }), [owner.id])).toBe('23502');
});
