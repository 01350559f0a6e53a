import { expect, test } from 'vitest';
import { REFUSED } from './people.ts';
import { EVERYTHING, NOTHING, reach, testRights } from './rights.ts';

const reader = reach('own', 'refused', 'refused', 'refused');
const shutOut = reach('none', 'refused', 'refused', 'refused');
const may = {
  owner: reader,
  stranger: reader,
  newcomer: shutOut,
  uninvited: shutOut,
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
    may: { ...may, owner: NOTHING, stranger: NOTHING, newcomer: NOTHING, uninvited: NOTHING },
  },
});

test('a reference that two patients share opens only one’s own notes', async () => {
  const notesSeen = `select notes from public.consultation_notes where consultation_reference = 'initial-consultation'`;
  for (const name of ['owner', 'stranger'] as const) {
    expect(await scene.people[name].sees(notesSeen)).toEqual([{ notes: `mark-of-${name}` }]);
  }
  expect(await scene.people.newcomer.sees(notesSeen)).toEqual([]);
});

test('medical notes are read through their procedure alone, by the service for a consented patient, and with a trace', async () => {
  const read = 'select content from public.read_medical_notes($1)';
  const { owner, stranger, newcomer, uninvited, anonymous, service } = scene.people;
  for (const person of [owner, stranger, newcomer, uninvited, anonymous]) {
    expect(await person.may(read, [owner.id])).toBe(REFUSED);
  }
  expect(await service.does(read, [owner.id])).toMatchObject({ rows: [{ content: 'mark-of-owner' }] });
  expect(await service.does(read, [newcomer.id])).toMatchObject({ rows: [] });
  expect(await service.does(read, [uninvited.id])).toMatchObject({ rows: [] });
  const { rows: traces } = await scene.people.database.query(
    `select actor_id, subject_id from public.audit_log where action = 'read' and kind = 'medical_notes'`,
  );
  expect(traces).toEqual([{ actor_id: owner.id, subject_id: owner.id }]);
});
