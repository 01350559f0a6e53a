import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';

const CONTENT = join(import.meta.dirname, '../../supabase/content');

const Collections = z.array(z.strictObject({ handle: z.string(), title: z.string() }));

const FrontMatter = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(1000),
  image: z.string().regex(/^\/art\/cover-[1-5]\.svg$/),
  updated: z.iso.date(),
  demoEvent: z
    .string()
    .regex(/^-?\d+ days$/)
    .transform(Number.parseFloat)
    .optional(),
});

export type ArticleFile = z.output<typeof FrontMatter> & {
  id: string;
  collection: string;
  body: string;
  /** The maximum size of the whole file. */
  hash: string;
};
export type CollectionFolder = { handle: string; title: string; position: number; articles: ArticleFile[] };

/** The articles that ship with the product, by collection, as `supabase/content/README.md` describes them. */
export async function readContent(folder = CONTENT): Promise<CollectionFolder[]> {
  const collections = Collections.parse(JSON.parse(await readFile(join(folder, 'collections.json'), 'utf8')));
  return Promise.all(
    collections.map(async ({ handle, title }, position) => {
      const files = (await readdir(join(folder, handle))).filter((file) => file.endsWith('.md')).sort();
      const articles = files.map((file) => readArticle(join(folder, handle, file), handle));
      return { handle, title, position, articles: await Promise.all(articles) };
    }),
  );
}

async function readArticle(path: string, collection: string): Promise<ArticleFile> {
  const text = await readFile(path, 'utf8');
  const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  const lines =
    parts?.[1]?.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? [line, '']) ?? [];
  const front = FrontMatter.safeParse(Object.fromEntries(lines));
  if (!front.success) throw new Error(`${basename(path)}: ${z.prettifyError(front.error)}`);
  return {
    ...front.data,
    id: basename(path, '.md'),
    collection,
    body: parts![2]!.trim(),
    hash: createHash('sha256').update(text).digest('hex'),
  };
}
