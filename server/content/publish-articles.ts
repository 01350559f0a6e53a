import type { Query } from '../database/query-types.ts';
import type { Services } from '../services.ts';
import { readContent, type ArticleFile, type CollectionFolder } from './read-content.ts';

const DAY = 86_400_000;
const EVENING = '23:00:00Z';

/**
 * Writes the articles that ship with the product into their tables if they are new or have changed. What a clinic edits
 * or deletes there stays so until the file changes.
 */
export async function publishArticles(
  { settings, database, now }: Pick<Services, 'settings' | 'database' | 'now'>,
  folder?: string,
): Promise<string[]> {
  const collections = await readContent(folder);
  return database.transaction(async (query) => {
    // Servers that start together take turns, so that the second finds everything published.
    await query(`select pg_advisory_xact_lock(hashtext('publish-articles'))`);
    const published = await publishedHashes(query);
    const changed: string[] = [];
    for (const collection of collections) {
      const due = collection.articles.filter(
        ({ id, hash, demoEvent }) =>
          published.get(id) !== hash && (demoEvent === undefined || settings.demoData),
      );
      if (due.length > 0) await addCollection(query, collection);
      for (const article of due) await publish(query, article, now());
      changed.push(...due.map(({ id }) => id));
    }
    if (settings.demoData) await keepEventUpcoming(query, collections, now());
    return changed;
  });
}

async function publishedHashes(query: Query): Promise<Map<string, string>> {
  const { rows } = await query<{ id: string; hash: string }>(
    `select substr(name, 9) as id, value #>> '{}' as hash from portal_server.facts where name like 'article:%'`,
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

const addCollection = (query: Query, { handle, title, position }: CollectionFolder) =>
  query(
    `insert into public.blog_collections (handle, title, url, position) values ($1, $2, $3, $4) on conflict do nothing`,
    [handle, title, `/learn?collection=${handle}`, position],
  );

async function publish(query: Query, article: ArticleFile, now: Date): Promise<void> {
  const { id, collection, title, description, image, body, updated, demoEvent } = article;
  await query(
    `insert into public.blog_articles
       (id, collection_handle, title, description, image, link, body, event_date, published_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set collection_handle = excluded.collection_handle, title = excluded.title,
       description = excluded.description, image = excluded.image, link = excluded.link, body = excluded.body,
       event_date = excluded.event_date, published_at = excluded.published_at`,
    [
      id,
      collection,
      title,
      description,
      image,
      `/learn/articles/${id}`,
      body,
      demoEvent === undefined ? null : eveningIn(demoEvent, now),
      `${updated}T12:00:00Z`,
    ],
  );
  await query(
    `insert into portal_server.facts (name, value) values ($1, to_jsonb($2::text))
     on conflict (name) do update set value = excluded.value`,
    [`article:${id}`, article.hash],
  );
}

/** The demo always has an upcoming event, however long ago it was loaded. */
async function keepEventUpcoming(query: Query, collections: CollectionFolder[], now: Date): Promise<void> {
  for (const { id, demoEvent = 0 } of collections.flatMap(({ articles }) => articles)) {
    if (demoEvent <= 0) continue;
    await query('update public.blog_articles set event_date = $2 where id = $1 and event_date < $3', [
      id,
      eveningIn(demoEvent, now),
      now.toISOString(),
    ]);
  }
}

const eveningIn = (days: number, now: Date): string =>
  `${new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)}T${EVENING}`;
