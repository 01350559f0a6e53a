import type { Collection } from '../../../domain/contracts/patient/get-blog-posts.ts';
import type { BlogPlace, FunctionContext } from '../_shared/request/context.ts';
import { shopifyCollections } from './shopify-collections.ts';

const FRESH = 60_000;
// Waits a moment after the shop failed, so that the next reader doesn't have to wait for it.
const AFTER_FAILURE = 10_000;

type Memory = { latest: Promise<Collection[]>; askAgainAt: number };
const memories = new WeakMap<BlogPlace, Memory>();

/** Asks the shop once a minute, however many people read. While it fails, they get its last answer. */
export async function cachedCollections(
  blog: BlogPlace,
  { now, report }: Pick<FunctionContext, 'now' | 'report'>,
): Promise<Collection[]> {
  const time = now().getTime();
  const known = memories.get(blog);
  if (known && time < known.askAgainAt) return known.latest;
  const asked = shopifyCollections(blog);
  const memory: Memory = { latest: asked, askAgainAt: time + FRESH };
  memories.set(blog, memory);
  memory.latest = asked.catch((error: unknown) => {
    memory.askAgainAt = time + AFTER_FAILURE;
    if (!known) throw error;
    report(error);
    return known.latest;
  });
  return memory.latest;
}
