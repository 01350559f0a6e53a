import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_ALERT,
  MAX_CHARACTERS,
  MAX_CITY,
  MAX_LINK,
  MAX_MESSAGE,
  MAX_NOTE,
  MAX_NOTE_TITLE,
  MAX_PERSON_NAME,
  MAX_TEMPLATE_NAME,
  MAX_PHONE,
  MAX_PREFERRED_NAME,
  MAX_PROGRAM,
  MAX_PRONOUNS,
  MAX_SETTING,
  MAX_STREET,
  MAX_ZIP,
} from '../../domain/contracts/fields/lengths.ts';
import { plainLine } from '../../domain/contracts/fields/plain-line.ts';
import { gatherPeople, type People } from './people.ts';

const NOT_ALLOWED = '23514';
let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

test('every text in a table has a limit, even if only the product writes it', async () => {
  const { rows } = await people.database.query(
    `select format('%s.%s', relname, attname) as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
       and format_type(atttypid, null) in ('text', 'character varying', 'text[]', 'json', 'jsonb', 'bytea')
       and not exists (
         select from pg_constraint
         where conrelid = c.oid and attnum = any (conkey) and (contype = 'f' or (contype = 'c' and (
           pg_get_constraintdef(oid) ~ ('[^_a-z](length|octet_length)\\(\\(*' || attname || '(\\)|::)')
           or pg_get_constraintdef(oid) ~ ('\\m' || attname || ' = ANY \\(ARRAY\\[')
           or pg_get_constraintdef(oid) ~ ('\\m' || attname || ' ~ ''\\^\\[[^]]*\\]\\{1,\\d+\\}\\$''')
           or pg_get_constraintdef(oid) ~ ('is_(specified|choice_list)\\(' || attname || ',')))))
     order by 1`,
  );
  expect(rows).toEqual([]);
});

test.each(['240000-01-01T00:00:00Z', '0206-11-18T10:30:00Z', 'infinity', '-infinity'])(
  'no result was taken at %s',
  async (takenAt) => {
    expect(
      await people.service.may(
        `insert into public.test_results (user_id, result_type, result, taken_at)
         values ($1, 'ovulation', 'Invalid', $2)`,
        [people.owner.id, takenAt],
      ),
    ).toBe(NOT_ALLOWED);
  },
);

test('no survey answer is unbounded', async () => {
  const answer = (date: string, comment: string) =>
    people.service.may(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers)
       values ($1, 'applicator-use', 1, $2)`,
      [people.owner.id, JSON.stringify([date, '1', 'Yes', comment, 'a', 'b', 'c', comment])],
    );
  expect(await answer('2026-11-18', '"'.repeat(2_000))).toBe(1);
  expect(await answer(`2026-11-18T10:30:00.${'1'.repeat(240_000)}Z`, '')).toBe(NOT_ALLOWED);
});

test('a survey comment has the same limit as its form, in emoji too', async () => {
  const answer = (first: string, last: string) =>
    people.service.may(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers)
       values ($1, 'applicator-use', 1, $2)`,
      [people.owner.id, JSON.stringify(['2026-11-18', '1', 'Yes', first, 'a', 'b', 'c', last])],
    );
  const longest = '😀'.repeat(MAX_CHARACTERS);
  expect(await answer(longest, longest)).toBe(1);
  expect(await answer(`${longest}a`, '')).toBe(NOT_ALLOWED);
  expect(await answer('', `${longest}a`)).toBe(NOT_ALLOWED);
});

test.each([
  ['symptom_reports', 'words', MAX_CHARACTERS],
  ['outcome_events', 'reason', MAX_CHARACTERS],
  ['patient_contacts', 'words', MAX_CHARACTERS],
  ['staff_notes', 'text', MAX_CHARACTERS],
  ['patient_alerts', 'text', MAX_ALERT],
  ['follow_ups', 'text', MAX_CHARACTERS],
  ['attention_decisions', 'words', MAX_CHARACTERS],
  ['messages', 'text', MAX_MESSAGE],
  ['applicator_agreements', 'name', MAX_PERSON_NAME],
  ['note_drafts', 'title', MAX_NOTE_TITLE],
  ['note_drafts', 'content', MAX_NOTE],
  ['note_addenda', 'content', MAX_NOTE],
  ['note_templates', 'name', MAX_TEMPLATE_NAME],
  ['note_templates', 'text', MAX_NOTE],
  ['saved_replies', 'name', MAX_TEMPLATE_NAME],
  ['saved_replies', 'text', MAX_MESSAGE],
  ['note_withdrawals', 'reason', MAX_CHARACTERS],
  ['safety_checks', 'cleared_words', MAX_CHARACTERS],
  ['record_openings', 'words', MAX_CHARACTERS],
  ['customers', 'preferred_name', MAX_PREFERRED_NAME],
  ['customers', 'pronouns', MAX_PRONOUNS],
  ['customers', 'programme_name', MAX_PROGRAM],
  ['customers', 'customer_phone', MAX_PHONE],
  ['customers', 'shipping_line1', MAX_STREET],
  ['customers', 'shipping_line2', MAX_STREET],
  ['customers', 'shipping_city', MAX_CITY],
  ['customers', 'shipping_zip', MAX_ZIP],
  ['customers', 'tracking_url', MAX_LINK],
  ['invitations', 'phone', MAX_PHONE],
  ['clinic_settings', 'value', MAX_SETTING],
])('%s.%s has the same limit in the database as in form and contract', async (table, column, max) => {
  const { rows } = await people.database.query<{ sizes: number[] }>(
    `select array(select distinct number[1]::integer from pg_constraint join pg_attribute
         on attrelid = conrelid and attnum = any (conkey) and attname = $2,
         regexp_matches(pg_get_constraintdef(pg_constraint.oid), 'length\\([^)]*\\)+[^0-9]*(?:1\\)? AND [^0-9]*)?(\\d{2,6})', 'g') as number
       where contype = 'c' and conrelid = $1::regclass) as sizes`,
    [`public.${table}`, column],
  );
  expect(rows[0]!.sizes).toContain(max);
});

test('‘Please specify’ has the same limit in the database as in the form, in emoji too', async () => {
  const { rows } = await people.database.query(
    `select private.is_specified(repeat('😀', $1), true) as fits, private.is_specified(repeat('😀', $1 + 1), true) as "tooLong"`,
    [MAX_CHARACTERS],
  );
  expect(rows).toEqual([{ fits: true, tooLong: false }]);
});

test('every character that a name may not have in a form, it may not have in the database', async () => {
  const Name = plainLine(10, { missing: '', tooLong: '', notPlain: '' });
  const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => point !== 0 && !(point >= 0xd800 && point <= 0xdfff),
  );
  const refused = points.filter((point) => !Name.safeParse(`a${String.fromCodePoint(point)}b`).success);
  const { rows } = await people.database.transaction(async (query) => {
    await query('set local statement_timeout = 0'); // a million characters, however busy the machine is
    return query<{ point: number }>(
      `select point from generate_series(1, 1114111) as point
       where point not between 55296 and 57343 and not private.is_plain_line('a' || chr(point) || 'b') order by 1`,
    );
  });
  expect(rows.map(({ point }) => point)).toEqual(refused);
  expect(refused.length).toBeGreaterThan(200);
});

test.each([
  `insert into public.invitations (email, first_name, last_name) values ('n@example.com', $1, 'N')`,
  `insert into public.invitations (email, first_name, last_name) values ('n@example.com', 'N', $1)`,
  `insert into public.invitations (email, first_name, last_name, programme_name) values ('n@example.com', 'N', 'N', $1)`,
  `insert into public.invitations (email, first_name, last_name) values ($1 || '@example.com', 'N', 'N')`,
  `update public.customers set customer_first_name = $1`,
  `update public.customers set customer_last_name = $1`,
  `insert into public.care_team (name, role, email, time_zone) values ($1, 'coach', 'n@example.com', 'UTC')`,
])('no one gets a name that breaks a line or turns it: %s', async (text) => {
  expect(await people.service.may(text, ['plain'])).toBeGreaterThan(0);
  for (const name of ['a\r\nb', 'a\u202eb', 'a\u2066b', 'a\u200bb', 'a\u0085b']) {
    expect(await people.service.may(text, [name])).toBe(NOT_ALLOWED);
  }
});
