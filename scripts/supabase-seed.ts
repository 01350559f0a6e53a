import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContent } from '../server/content/read-content.ts';

// Writes supabase/seed.sql: the articles, for a project on Supabase. In the other homes the server publishes them itself.

const FILE = join(import.meta.dirname, '../supabase/seed.sql');

export async function seedSql(): Promise<string> {
  const collections = await readContent();
  const articles = collections.flatMap(({ articles: inside }) => inside);
  const rows = articles
    .filter(({ demoEvent }) => demoEvent === undefined)
    .map((article) =>
      tuple([
        article.id,
        article.collection,
        article.title,
        article.description,
        article.image,
        `/learn/articles/${article.id}`,
        article.body,
        `${article.updated}T12:00:00Z`,
      ]),
    );
  return `-- Made by scripts/supabase-seed.ts from supabase/content. May be run again: what has changed is brought up to date.

insert into public.blog_collections (handle, title, url, position) values
${collections.map(({ handle, title, position }) => tuple([handle, title, `/learn?collection=${handle}`, position])).join(',\n')}
on conflict (handle) do nothing;

insert into public.blog_articles
  (id, collection_handle, title, description, image, link, body, published_at) values
${rows.join(',\n')}
on conflict (id) do update set collection_handle = excluded.collection_handle, title = excluded.title,
  description = excluded.description, image = excluded.image, link = excluded.link, body = excluded.body,
  published_at = excluded.published_at;
`;
}

const tuple = (values: (string | number)[]) => `  (${values.map(literal).join(', ')})`;
const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

if (import.meta.main) await writeFile(FILE, await seedSql());
