import { expect, test } from 'vitest';
import { REFUSED } from './people.ts';
import { EVERYTHING, NOTHING, testRights } from './rights.ts';

const may = {
  owner: NOTHING,
  stranger: NOTHING,
  newcomer: NOTHING,
  uninvited: NOTHING,
  anonymous: NOTHING,
  service: EVERYTHING,
};
const scene = testRights('notes', {
  consultation_notes: {
    insert: `insert into public.consultation_notes (user_id, consultation_reference, notes) values ($1, 'a', 'b')`,
    set: `notes = 'changed'`,
    may,
  },
  medical_notes: {
    insert: `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, 'a', now(), 'b')`,
    set: `content = 'changed'`,
    may,
  },
});

const linesOf = async (kind: string) => {
  const { rows } = await scene.people.database.query(
    `select actor_id, subject_id from public.audit_log where action = 'read' and kind = $1`,
    [kind],
  );
  return rows;
};

test('consultation notes are read through their procedures alone, each patient’s own, and with a trace', async () => {
  const read = 'select notes from public.read_consultation_notes($1, $2)';
  const readOwn = `select notes from private.read_own_consultation_notes()`;
  const { owner, stranger, newcomer, uninvited, anonymous, service } = scene.people;
  for (const person of [owner, stranger, newcomer, uninvited, anonymous]) {
    expect(await person.may(read, [owner.id, null])).toBe(REFUSED);
  }
  expect(await anonymous.may(readOwn)).toBe(REFUSED);
  expect(await service.does(read, [owner.id, 'initial-consultation'])).toMatchObject({
    rows: [{ notes: 'mark-of-owner' }],
  });
  expect(await stranger.does(readOwn)).toMatchObject({ rows: [{ notes: 'mark-of-stranger' }] });
  expect(await service.does(read, [owner.id, 'another-consultation'])).toMatchObject({ rows: [] });
  for (const person of [newcomer, uninvited]) {
    expect(await service.does(read, [person.id, null])).toMatchObject({ rows: [] });
    expect(await person.does(readOwn)).toMatchObject({ rows: [] });
  }
  expect(await linesOf('consultation_notes')).toEqual([
    { actor_id: owner.id, subject_id: owner.id },
    { actor_id: stranger.id, subject_id: stranger.id },
  ]);
});

test('medical notes are read through their procedure alone, by the service for a consented patient, and with a trace', async () => {
  const read = 'select content, format from public.read_medical_notes($1)';
  const { owner, stranger, newcomer, uninvited, anonymous, service } = scene.people;
  for (const person of [owner, stranger, newcomer, uninvited, anonymous]) {
    expect(await person.may(read, [owner.id])).toBe(REFUSED);
  }
  // With what was written about a consultation.
  expect((await service.does(read, [owner.id])).rows).toMatchObject([
    { content: 'mark-of-owner', format: 'markdown' },
    { content: 'mark-of-owner', format: 'html' },
  ]);
  expect(await service.does(read, [newcomer.id])).toMatchObject({ rows: [] });
  expect(await service.does(read, [uninvited.id])).toMatchObject({ rows: [] });
  expect(await linesOf('medical_notes')).toEqual([{ actor_id: owner.id, subject_id: owner.id }]);
});
