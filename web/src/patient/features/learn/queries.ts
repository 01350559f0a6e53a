import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { GetBlogPostsAnswer } from '@domain/contracts/patient/get-blog-posts.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { replyTime } from '@domain/coach/reply-promise.ts';
import { localDate } from '@domain/time/local.ts';
import type { RichNode } from '@domain/content/rich-text.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { readMarkdown } from '@/lib/text/markdown.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const ArticleRow = z.object({
  title: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  body: z.string(),
  event_date: z.nullable(z.string()),
  published_at: z.string(),
});

export type ArticleText = {
  title: string;
  description: string;
  image: string | null;
  content: RichNode[];
  eventAt: Instant | null;
  /** In UTC, so that everyone sees the same day. */
  updatedOn: LocalDate;
};

/** All articles and events. They are the same for everyone. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: () =>
    callFunction('get-blog-posts', { method: 'GET', answer: GetBlogPostsAnswer, anonymous: true }),
  retry: retryOnce,
});

/** One of our own articles. Null if there is none with that name. */
export const articleQuery = (id: string) =>
  queryOptions({ queryKey: ['article', id], queryFn: () => fetchArticle(id), retry: retryOnce });

async function fetchArticle(id: string): Promise<ArticleText | null> {
  const answer = await from('blog_articles')
    .select('title,description,image,body,event_date,published_at')
    .eq('id', id)
    .maybeSingle();
  const row = z.nullable(ArticleRow).parse(dataOf(answer));
  return (
    row && {
      title: row.title,
      description: row.description,
      image: row.image,
      content: await readMarkdown(withReplyPromise(row.body)),
      eventAt: row.event_date === null ? null : instantFromIso(row.event_date),
      updatedOn: localDate(instantFromIso(row.published_at), shownZone()),
    }
  );
}

/** Articles say '{reply promise}', so that a clinic's own hours are in them. */
const withReplyPromise = (text: string): string =>
  text.replaceAll('{reply promise}', replyTime(Date.now(), shownZone(), clinicHours()));
