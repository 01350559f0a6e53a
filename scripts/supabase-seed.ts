import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContent } from '../server/content/read-content.ts';

// Writes supabase/seed.sql: the articles, for a project on Supabase. In the other deployments the server publishes them itself.

const FILE = join(import.meta.dirname, '../supabase/seed.sql');

export async function seedSql(folder?: string): Promise<string> {
  const collections = await readContent(folder);
  const articles = collections
    .flatMap(({ articles: inside }) => inside)
    .filter(({ demoEvent }) => demoEvent === undefined);
  const rows = articles.map((article) =>
    tuple([
      article.id,
      article.hash,
      article.collection,
      article.title,
      article.description,
      article.image,
      `/learn/articles/${article.id}`,
      article.body,
      `${article.updated}T12:00:00Z`,
    ]),
  );
  const ids = articles.map(({ id }) => literal(id)).join(', ');
  return `-- Made by scripts/supabase-seed.ts from supabase/content. May be run again: what has changed is brought up to date, what is
-- no longer here is taken away, and what the clinic wrote or changed itself stays until the file changes.

delete from public.blog_articles where id in (select id from private.shipped_articles where id not in (${ids}));
delete from private.shipped_articles where id not in (${ids});

insert into public.blog_collections (handle, title, url, position) values
${collections.map(({ handle, title, position }) => tuple([handle, title, `/learn?collection=${handle}`, position])).join(',\n')}
on conflict (handle) do nothing;

with shipped (id, hash, collection_handle, title, description, image, link, body, published_at) as (values
${rows.join(',\n')}
), changed as (
  select * from shipped where not exists
    (select from private.shipped_articles known where known.id = shipped.id and known.hash = shipped.hash)
), published as (
  insert into public.blog_articles (id, collection_handle, title, description, image, link, body, published_at)
  select id, collection_handle, title, description, image, link, body, published_at::timestamptz from changed
  on conflict (id) do update set collection_handle = excluded.collection_handle, title = excluded.title,
    description = excluded.description, image = excluded.image, link = excluded.link, body = excluded.body,
    published_at = excluded.published_at
)
insert into private.shipped_articles (id, hash) select id, hash from changed
on conflict (id) do update set hash = excluded.hash;
`;
}

const tuple = (values: (string | number)[]) => `  (${values.map(literal).join(', ')})`;
const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

if (import.meta.main) await writeFile(FILE, await seedSql());
