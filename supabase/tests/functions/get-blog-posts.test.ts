import { beforeAll, expect } from 'vitest';
import { GetBlogPostsAnswer } from '../../../domain/contracts/patient/get-blog-posts.ts';
import { signOut } from '../../../server/testing/patient.ts';
import { accessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('get-blog-posts', (deployment) => {
  beforeAll(async () => {
    const { database } = deployment.server();
    await database.query('truncate public.blog_collections cascade');
    await database.query(`
      insert into public.blog_collections (handle, title, url, position) values
        ('nutrition', 'Nutrition', '/learn/nutrition', 2), ('events', 'Events', '/learn/events', 1),
        ('empty', 'Nothing yet', '/learn/empty', 3);
      insert into public.blog_articles
        (id, collection_handle, title, description, image, link, body, event_date, published_at) values
        ('older', 'nutrition', 'Older', 'First', null, '/guides/older', 'hidden', null, '2026-01-01'),
        ('newer', 'nutrition', 'Newer <b>', 'Second', '/newer.jpg', '/guides/newer', 'hidden', null, '2026-02-01'),
        ('evening', 'events', 'An evening', 'Third', null, '/guides/evening', '', '2026-12-01T18:00:00Z', '2026-03-01')`);
  });

  test('the public key reads every collection in order, newest article first', async () => {
    const answer = await deployment.call({});
    expect(answer.status).toBe(200);
    expect(GetBlogPostsAnswer.parse(answer.json)).toEqual(answer.json);
    expect(answer.json).toEqual([
      {
        handle: 'events',
        title: 'Events',
        url: '/learn/events',
        articles: [
          {
            id: 'evening',
            title: 'An evening',
            description: 'Third',
            image: null,
            link: '/guides/evening',
            event: { date: '2026-12-01T18:00:00+00:00' },
          },
        ],
      },
      {
        handle: 'nutrition',
        title: 'Nutrition',
        url: '/learn/nutrition',
        articles: [
          {
            id: 'newer',
            title: 'Newer <b>',
            description: 'Second',
            image: '/newer.jpg',
            link: '/guides/newer',
            event: null,
          },
          {
            id: 'older',
            title: 'Older',
            description: 'First',
            image: null,
            link: '/guides/older',
            event: null,
          },
        ],
      },
      { handle: 'empty', title: 'Nothing yet', url: '/learn/empty', articles: [] },
    ]);
  });

  test('a patient gets the same as everyone', async () => {
    const { token } = await deployment.patient({ consent: false });
    expect((await deployment.call({ token })).json).toEqual((await deployment.call({})).json);
  });

  test('a token whose session was signed out is refused, not treated as anonymous', async () => {
    const patient = await deployment.patient();
    await signOut(deployment.server(), patient);
    expect((await deployment.call({ token: patient.token })).status).toBe(401);
  });

  accessTests(deployment, { method: 'GET' });
});
