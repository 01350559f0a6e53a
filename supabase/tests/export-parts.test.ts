import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherPeople, join, type People } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

test('the export is complete with many more parts, and its notes are in order of their days and writing', async () => {
  const { database } = people;
  const ada = await join(database, 'ada', { consented: true });
  for (const [title, writtenAt] of [
    ['first', '2026-10-01T20:00:00Z'],
    ['second', '2026-10-02T08:00:00Z'],
  ])
    await database.query(
      `insert into public.medical_notes (user_id, title, noted_on, content, created_at)
       values ($1, $2, '2026-10-01', 'Words', $3)`,
      [ada.id, title, writtenAt],
    );
  const record = await database.transaction(async (within) => {
    for (let more = 1; more <= 20; more += 1) {
      await within(`create view private.export_more_${more} as select * from private.export_sessions`);
      await within(`insert into private.export_parts (name, place, max_lines) values ($1, $2, 1000)`, [
        `more_${more}`,
        1000 + more,
      ]);
    }
    const { rows } = await within<{ whole: Record<string, { title: string }[]> }>(
      'select public.export_my_data($1) as whole',
      [ada.id],
    );
    for (let more = 1; more <= 20; more += 1) await within(`drop view private.export_more_${more}`);
    await within(`delete from private.export_parts where name like 'more%'`);
    return rows[0]!.whole;
  });
  expect(record['customers']).toHaveLength(1);
  expect(record['medical_notes']!.map(({ title }) => title)).toEqual(['first', 'second']);
});
