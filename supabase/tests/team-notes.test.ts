import { expect, test } from 'vitest';
import { REFUSED } from './people.ts';
import { CLINIC } from './records.ts';
import { NOTHING, testRights } from './rights.ts';

const may = {
  owner: NOTHING,
  stranger: NOTHING,
  newcomer: NOTHING,
  uninvited: NOTHING,
  anonymous: NOTHING,
  service: NOTHING,
};
const author = `'${CLINIC.host}', 'Robin', 'coach'`;
const scene = testRights('team-notes', {
  note_drafts: {
    insert: `insert into public.note_drafts (user_id, author_id, kind, title, noted_on, content)
      values ($1, '${CLINIC.host}', 'medical', 'a', now(), 'b')`,
    set: `content = 'changed'`,
    may,
  },
  note_addenda: {
    insert: `insert into public.note_addenda (user_id, note_id, content, author_id, author_name, author_role)
      values ($1, gen_random_uuid(), 'a', ${author})`,
    set: `content = 'changed'`,
    may,
  },
  note_withdrawals: {
    insert: `insert into public.note_withdrawals (user_id, note_id, reason, author_id, author_name, author_role)
      values ($1, gen_random_uuid(), 'a', ${author})`,
    set: `reason = 'changed'`,
    may,
  },
});

test('no one changes a signed note, including the service and the database’s owner', async () => {
  const { database, service, owner } = scene.people;
  const columns = 'author_id, author_name, author_role, signed_at';
  const signed = `${author}, now()`;
  await database.query(
    `insert into public.medical_notes (user_id, title, noted_on, content, ${columns}) values ($1, 'a', now(), 'b', ${signed})`,
    [owner.id],
  );
  await database.query(
    `insert into public.consultation_notes (user_id, consultation_reference, notes, ${columns}) values ($1, 'c', 'b', ${signed})`,
    [owner.id],
  );
  for (const [table, column] of [
    ['medical_notes', 'content'],
    ['consultation_notes', 'notes'],
    ['note_addenda', 'content'],
    ['note_withdrawals', 'reason'],
  ]) {
    const which = 'where user_id = $1 and signed_at is not null';
    for (const text of [
      `update public.${table} set ${column} = 'changed' ${which}`,
      `update public.${table} set signed_at = null, author_id = null, author_name = null, author_role = null ${which}`,
      `update public.${table} set user_id = user_id ${which}`,
      `delete from public.${table} ${which}`,
    ]) {
      expect([text, await service.may(text, [owner.id])]).toEqual([text, REFUSED]);
      await expect(database.query(text, [owner.id])).rejects.toMatchObject({ code: REFUSED });
    }
    await expect(database.query(`truncate public.${table}`)).rejects.toMatchObject({ code: REFUSED });
  }
  // A note from before notes were signed is the clinic's to correct.
  const unsigned = 'where user_id = $1 and signed_at is null';
  expect(await service.may(`update public.medical_notes set content = 'x' ${unsigned}`, [owner.id])).toBe(1);
});
