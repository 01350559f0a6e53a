import * as z from 'zod/mini';
import type { Article, Collection } from '../../../domain/contracts/patient/get-blog-posts.ts';
import { IsoDay } from '../../../domain/contracts/fields/iso.ts';
import type { BlogPlace } from '../_shared/request/context.ts';
import { readLimited } from './read-limited.ts';

const TIME_LIMIT = 5_000;
const MAX_BYTES = 1_000_000;

/** Each blog of the shop is a collection; an event's date is the custom field `event.date` of its article. */
const QUERY = `{
  blogs(first: 20) {
    nodes {
      handle title onlineStoreUrl
      articles(first: 30, sortKey: PUBLISHED_AT, reverse: true) {
        nodes { id title excerpt(truncateAt: 300) onlineStoreUrl eventDate: metafield(namespace: "event", key: "date") { value } }
      }
    }
  }
}`;

const Web = z.url({ protocol: /^https?$/ });
const ShopifyArticle = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.nullish(z.string()),
  /** Null if the article isn't in the online shop. */
  onlineStoreUrl: z.nullish(Web),
  eventDate: z.nullish(z.object({ value: z.string() })),
});
const ShopifyBlog = z.object({
  handle: z.string(),
  title: z.string(),
  onlineStoreUrl: z.nullish(Web),
  articles: z.object({ nodes: z.array(ShopifyArticle) }),
});
const ShopifyAnswer = z.object({ data: z.object({ blogs: z.object({ nodes: z.array(ShopifyBlog) }) }) });

/** Articles and events from the clinic's Shopify shop. */
export async function shopifyCollections(blogs: BlogPlace, timeLimit = TIME_LIMIT): Promise<Collection[]> {
  const answer = ShopifyAnswer.parse(JSON.parse(await ask(blogs, timeLimit)));
  return answer.data.blogs.nodes.map(({ handle, title, onlineStoreUrl, articles }) => ({
    handle,
    title,
    url: onlineStoreUrl ?? `/learn?collection=${encodeURIComponent(handle)}`,
    articles: articles.nodes.flatMap(articleFrom),
  }));
}

async function ask({ url, token }: BlogPlace, timeLimit: number): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(token && { 'X-Shopify-Storefront-Access-Token': token }),
    },
    body: JSON.stringify({ query: QUERY }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
  });
  if (!response.ok) throw new Error(`The blog answered ${response.status}.`);
  return readLimited(response, MAX_BYTES);
}

function articleFrom({
  id,
  title,
  excerpt,
  onlineStoreUrl,
  eventDate,
}: z.output<typeof ShopifyArticle>): Article[] {
  if (!onlineStoreUrl) return [];
  const date = IsoDay.safeParse(eventDate?.value);
  return [
    {
      id,
      title,
      description: excerpt ?? '',
      // The shop's pictures are on its own servers, and the portal's pages load nothing from other servers.
      image: null,
      link: onlineStoreUrl,
      event: date.success ? { date: date.data } : null,
    },
  ];
}
