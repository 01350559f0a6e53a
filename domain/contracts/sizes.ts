import * as z from 'zod/mini';

// Nothing that is sent or answered is endless. These are for answers, wide enough for what the database keeps (it counts
// characters, we count UTF-16's halves); what a patient may send has limits and words of its own.
const MAX_LINE = 500;
const MAX_ADDRESS = 4_000;
const MAX_PAGE = 250_000;
const MAX_INSTANT = 40;
const MAX_NUMBER = 1_000_000_000;

/** A name, a title, an id. */
export const Line = z.string().check(z.maxLength(MAX_LINE));
export const Address = z.string().check(z.maxLength(MAX_ADDRESS));
/** What somebody wrote at length. */
export const Page = z.string().check(z.maxLength(MAX_PAGE));
/** A moment or a day, as the server writes it. */
export const InstantText = z.string().check(z.maxLength(MAX_INSTANT));
export const Count = z.number().check(z.gte(0), z.lte(MAX_NUMBER));
export const listOf = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.array(item).check(z.maxLength(max));
