import * as z from 'zod/mini';

// Nothing that is sent or answered is endless. These are for answers, wide enough for what the database keeps (it counts
// characters, we count UTF-16's halves); what a patient may send has limits and words of its own.
const MAX_LINE = 500;
const MAX_ADDRESS = 4_000;
const MAX_PAGE = 250_000;
const MAX_INSTANT = 40;
const MAX_NUMBER = 1_000_000_000;

/** Cut where there is more, between two characters: nothing that somebody wrote may keep others from what they read. */
const text = (max: number) =>
  z.string().check(
    z.overwrite((whole) =>
      whole.length <= max ? whole : `${whole.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`,
    ),
    z.maxLength(max),
  );

/** A name, a title, an id. */
export const Line = text(MAX_LINE);
export const Address = z.string().check(z.maxLength(MAX_ADDRESS));
/** What somebody wrote at length. */
export const Page = text(MAX_PAGE);
/** A moment or a day, as the server writes it. */
export const InstantText = z.string().check(z.maxLength(MAX_INSTANT));
export const Count = z.number().check(z.gte(0), z.lte(MAX_NUMBER));
/** The first of them, where there are more: whoever answers puts those first that matter most. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.array(item).check(
    z.overwrite((all) => (all.length <= max ? all : all.slice(0, max))),
    z.maxLength(max),
  );
/** A list that is sent, of which nothing is left out in silence. */
export const sentList = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.array(item).check(z.maxLength(max));
