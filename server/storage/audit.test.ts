import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVICE } from './storage.ts';
import { PDF, patient, pdf, service, startFileServer, type FileServer } from './testing/file-server.ts';

let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.stop());

const asPdf = { contentType: PDF };
const logOf = async (id: string) => {
  const { rows } = await server.database.query(
    `select actor_id, actor_role, action from public.audit_log
     where subject_id = $1 and kind = 'documents' order by id`,
    [id],
  );
  return rows;
};
const byService = (action: string) => ({ actor_id: null, actor_role: 'service_role', action });

test('document events are in the log of the patient whose folder it is in', async () => {
  const [owner, other] = [await patient(server, 'owner@example.com'), randomUUID()];
  const documents = service(server).from('documents');
  const name = `${owner.id}/blood.pdf`;
  expect((await documents.upload(name, pdf('one'), asPdf)).error).toBeNull();
  expect(await logOf(owner.id)).toEqual([byService('insert')]);
  expect((await documents.upload(name, pdf('two'), { ...asPdf, upsert: true })).error).toBeNull();
  await server.database.asCaller(SERVICE, {
    text: `update storage.objects set name = $2 where bucket_id = 'documents' and name = $1`,
    values: [name, `${other}/blood.pdf`],
  });
  expect(await logOf(owner.id)).toEqual(['insert', 'update', 'update'].map(byService));
  expect(await logOf(other)).toEqual([byService('update')]);
  expect((await documents.remove([`${other}/blood.pdf`])).error).toBeNull();
  expect(await logOf(other)).toEqual(['update', 'delete'].map(byService));
});

test('a refused upload, a guide and a file without an owner leave no row', async () => {
  const nosy = await patient(server, 'nosy@example.com');
  const { count } = await documentRows();
  const refused = await nosy.files.from('documents').upload(`${nosy.id}/a.pdf`, pdf('a'), asPdf);
  expect(refused.error).not.toBeNull();
  expect((await service(server).from('guides').upload('guide.pdf', pdf('a'), asPdf)).error).toBeNull();
  expect((await service(server).from('documents').upload('unowned.pdf', pdf('a'), asPdf)).error).toBeNull();
  expect(await documentRows()).toEqual({ count });
});

async function documentRows(): Promise<{ count: string }> {
  const counted = await server.database.query<{ count: string }>(
    `select count(*) from public.audit_log where kind = 'documents'`,
  );
  return counted.rows[0]!;
}
