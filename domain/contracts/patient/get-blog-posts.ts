import * as z from 'zod/mini';
import { IsoDay } from '../fields/iso.ts';
import { Address, Line, listOf, Page } from '../fields/sizes.ts';

export const GetBlogPostsRequest = z.strictObject({});

export const Article = z.object({
  id: Line,
  title: Line,
  description: Page,
  image: z.prefault(z.nullable(Address), null),
  link: Address,
  event: z.prefault(z.nullable(z.object({ date: IsoDay })), null),
});
export type Article = z.output<typeof Article>;

export const Collection = z.object({
  handle: Line,
  title: Line,
  url: Address,
  articles: listOf(Article, 10_000),
});
export type Collection = z.output<typeof Collection>;

export const GetBlogPostsAnswer = listOf(Collection, 10_000);
