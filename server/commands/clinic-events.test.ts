import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GetBlogPostsAnswer } from '../../domain/contracts/patient/get-blog-posts.ts';
import type { Database } from '../database/database.ts';
import { testDatabase } from '../testing/test-database.ts';
import { withTestServer } from '../testing/test-server.ts';
import { listEvents, publishEvent, removeEvent } from './clinic-events.ts';

const EVENING = {
  id: 'winter-evening',
  title: 'A winter evening',
  description: 'Bring your questions.',
  at: '2099-01-21T19:00',
  zone: 'America/New_York',
};

test('a clinic publishes an event, and patients find it under Learn', async () => {
  const server = await withTestServer({ DEMO_DATA: 'false' });
  expect(await listEvents({})(server.database)).toEqual([expect.stringContaining('There are no events yet')]);
  const folder = await mkdtemp(join(tmpdir(), 'bea-event-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'evening.md');
  await writeFile(file, '## Who comes\n\nEverybody.');
  expect(await publishEvent({ ...EVENING, file })(server.database)).toEqual([
    'Published winter-evening, on 2099-01-21 at 19:00 in America/New_York.',
  ]);
  const answer = await fetch(`${server.url}/functions/v1/get-blog-posts`, {
    headers: { apikey: server.keys.anonKey, Authorization: `Bearer ${server.keys.anonKey}` },
  });
  const collections = GetBlogPostsAnswer.parse(await answer.json());
  expect(collections.find(({ handle }) => handle === 'events')?.articles).toEqual([
    {
      id: 'winter-evening',
      title: EVENING.title,
      description: EVENING.description,
      image: null,
      link: '/learn/articles/winter-evening',
      event: { date: '2099-01-22T00:00:00+00:00' },
    },
  ]);
});

const setClinicZone = (database: Database, zone: string) =>
  database.query(`insert into public.clinic_settings (name, value) values ('clinicTimeZone', $1)`, [zone]);

async function emptyClinic() {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  return database;
}

test('publishing again replaces it, and it can be removed', async () => {
  const database = await emptyClinic();
  await publishEvent(EVENING)(database);
  await publishEvent({
    ...EVENING,
    title: 'Moved',
    at: '2099-07-21T19:00',
    link: 'https://clinic.example/x',
  })(database);
  expect(await listEvents({}, 'America/New_York')(database)).toEqual([
    'Times are those of America/New_York.',
    'winter-evening  2099-07-21 19:00  Moved',
  ]);
  expect(await listEvents({ zone: 'Europe/London' }, 'America/New_York')(database)).toEqual([
    'Times are those of Europe/London.',
    'winter-evening  2099-07-22 00:00  Moved',
  ]);
  const [unasked] = await listEvents({})(database);
  expect(unasked).toBe(
    'Times are those of America/New_York. For your clinic’s times, use --zone America/Chicago or set the time zone under Clinic.',
  );
  await setClinicZone(database, 'America/Denver');
  expect((await listEvents({}, 'America/New_York')(database))[0]).toBe('Times are those of America/Denver.');
  expect(await removeEvent(EVENING)(database)).toEqual(['Removed winter-evening.']);
  await expect(removeEvent(EVENING)(database)).rejects.toThrow('There is no event winter-evening.');
});

test('an article is not mistaken for an event', async () => {
  const database = await emptyClinic();
  await database.query(`insert into public.blog_collections (handle, title, url) values ('a', 'A', '/a')`);
  await database.query(
    `insert into public.blog_articles (id, collection_handle, title, description, link) values ('winter-evening', 'a', 't', 'd', '/l')`,
  );
  await expect(publishEvent(EVENING)(database)).rejects.toThrow('is already an article');
  await expect(removeEvent(EVENING)(database)).rejects.toThrow('There is no event');
});

test.each([
  ['--id: use small letters', { id: 'Winter evening' }],
  ['--at: a day and a time such as 2027-01-21T19:00 are needed', { at: 'tomorrow' }],
  ['--at: a day and a time such as 2027-01-21T19:00 are needed', { at: '2027-02-30T19:00' }],
  ['--at: leave out the Z: the time is in --zone', { at: '2027-01-21T19:00Z' }],
  ['--zone: not a time zone', { zone: 'Mars' }],
  ['--link: a web address that starts with https://', { link: 'javascript:alert(1)' }],
  ['--file: no/such/file.md cannot be read', { file: 'no/such/file.md' }],
])('%s', (message, wrong) => {
  expect(() => publishEvent({ ...EVENING, ...wrong })).toThrow(message);
});
