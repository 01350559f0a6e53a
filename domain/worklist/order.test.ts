import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../time/instant.ts';
import { inOrderOfToday } from './order.ts';
import { HOUR, NOW } from './testing.ts';

const item = (key: string, waited: number, dueIn: number, more: 'urgent' | 'done' | '' = '') => ({
  key,
  since: NOW - waited,
  dueAt: NOW + dueIn,
  isUrgent: more === 'urgent',
  isDone: more === 'done',
});
const survey = item('missing survey', 23 * DAY, -21 * DAY);
const fainting = item('fainting', MINUTE, 59 * MINUTE, 'urgent');
const cap = item('cap in too long', HOUR, -30 * MINUTE, 'urgent');
const message = item('message', 2 * HOUR, HOUR);
const late = item('late message', 4 * HOUR, -HOUR);
const kit = item('kit', 5 * HOUR, DAY);

test.each<[what: string, given: ReturnType<typeof item>[], order: string[]]>([
  [
    'fainting a minute ago before a survey missing for 23 days',
    [survey, fainting],
    ['fainting', 'missing survey'],
  ],
  [
    'of two urgent ones the older first, whichever is due first',
    [fainting, cap],
    ['cap in too long', 'fainting'],
  ],
  ['what is overdue before what is due', [kit, message, late], ['late message', 'message', 'kit']],
  ['of what is overdue, what was due first', [late, survey], ['missing survey', 'late message']],
  [
    'a whole day',
    [kit, message, fainting, late, survey, cap],
    ['cap in too long', 'fainting', 'missing survey', 'late message', 'message', 'kit'],
  ],
  ['of what is due together, what has waited longest', [item('b', HOUR, 0), item('a', DAY, 0)], ['a', 'b']],
  ['what is done is no longer on top', [{ ...fainting, isDone: true }, message], ['fainting', 'message']],
])('%s', (_, given, order) => {
  expect(inOrderOfToday(given, NOW).map(({ key }) => key)).toEqual(order);
});

test('an urgent item is never below one that is not, and nothing is lost', () => {
  const minutes = fc.integer({ min: -40 * 24 * 60, max: 40 * 24 * 60 }).map((count) => count * MINUTE);
  const any = fc.record({
    key: fc.uuid(),
    since: minutes.map((ago) => NOW - Math.abs(ago)),
    dueAt: minutes.map((left) => NOW + left),
    isUrgent: fc.boolean(),
    isDone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (items) => {
      const ordered = inOrderOfToday(items, NOW);
      const pressing = ordered.map(({ isUrgent, isDone }) => isUrgent && !isDone);
      expect(pressing).toEqual(pressing.toSorted((one, other) => Number(other) - Number(one)));
      expect(new Set(ordered)).toEqual(new Set(items));
    }),
  );
});
