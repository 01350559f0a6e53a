import * as z from 'zod/mini';

// Nothing sent or returned is unbounded. These limits are for responses, wide enough for what the database
// stores (it counts characters, we count UTF-16 units); what a patient may send has its own limits and
// messages.
const MAX_LINE = 500;
const MAX_ADDRESS = 4_000;
const MAX_PAGE = 250_000;
const MAX_INSTANT = 40;
const MAX_NUMBER = 1_000_000_000;

/** Longer text is cut between two characters, so that nothing someone wrote can block others from reading. */
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
/** What someone wrote at length. */
export const Page = text(MAX_PAGE);
/** A moment or a day, as the server formats it. */
export const InstantText = z.string().check(z.maxLength(MAX_INSTANT));
export const Count = z.number().check(z.gte(0), z.lte(MAX_NUMBER));
/** Keeps the first `max` items: the server sends the most important ones first. */
export const listOf = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.array(item).check(
    z.overwrite((all) => (all.length <= max ? all : all.slice(0, max))),
    z.maxLength(max),
  );
/** A list that is sent, and never shortened silently. */
export const sentList = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.array(item).check(z.maxLength(max));
