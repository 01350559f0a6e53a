import { expect, test } from 'vitest';
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
    may,
  },
});

test('a reference that two patients share opens only one’s own notes', async () => {
  const notesSeen = `select notes from public.consultation_notes where consultation_reference = 'initial-consultation'`;
  for (const name of ['owner', 'stranger'] as const) {
    expect(await scene.people[name].sees(notesSeen)).toEqual([{ notes: `mark-of-${name}` }]);
  }
  expect(await scene.people.newcomer.sees(notesSeen)).toEqual([]);
});
