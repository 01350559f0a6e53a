import * as z from 'zod/mini';
import { sentList } from '../fields/sizes.ts';
import { HoursList, MAX_HOURS } from './team-calendar.ts';

const MAX_BLOCKS = 50;
const NO_TIME = 'Please enter a time such as 09:00';
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const END = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const ShownBlock = z.strictObject({
  weekday: z.int('Monday is 1, Sunday is 7').check(z.gte(1), z.lte(7)),
  from: z.string(NO_TIME).check(z.maxLength(5, NO_TIME), z.regex(TIME, NO_TIME)),
  until: z.string(NO_TIME).check(z.maxLength(5, NO_TIME), z.regex(END, NO_TIME)),
});
const Block = ShownBlock.check(
  z.refine(({ from, until }) => from < until, {
    path: ['until'],
    error: 'Please select an end after the beginning',
  }),
);
type Block = z.output<typeof Block>;

const overlaps = (one: Block, other: Block) =>
  one.weekday === other.weekday && one.from < other.until && other.from < one.until;

const Week = sentList(Block, MAX_BLOCKS).check(({ value: blocks, issues }) => {
  const place = blocks.findIndex((block, at) => blocks.slice(0, at).some((other) => overlaps(block, other)));
  if (place === -1) return;
  const message = 'Please enter hours that do not overlap';
  issues.push({ code: 'custom', message, path: [place], input: blocks });
});

/** Replaces the whole week. `before` is what the screen showed. If it has changed since, nothing is saved. */
export const TeamHoursRequest = z.strictObject({
  person: z.guid('Please select a person'),
  hours: Week,
  before: z.optional(sentList(ShownBlock, MAX_HOURS)),
});

export const TeamHoursAnswer = z.object({ hours: HoursList });
