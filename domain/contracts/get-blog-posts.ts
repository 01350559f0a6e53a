import * as z from 'zod/mini';
import { IsoDay } from './iso.ts';

export const GetBlogPostsRequest = z.object({});

export const Article = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.prefault(z.nullable(z.string()), null),
  link: z.string(),
  event: z.prefault(z.nullable(z.object({ date: IsoDay })), null),
});
export type Article = z.output<typeof Article>;

export const Collection = z.object({
  handle: z.string(),
  title: z.string(),
  url: z.string(),
  articles: z.array(Article),
});
export type Collection = z.output<typeof Collection>;

export const GetBlogPostsAnswer = z.array(Collection);
