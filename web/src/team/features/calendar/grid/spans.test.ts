import { expect, test } from 'vitest';
import { instantOf } from '@domain/time/local.ts';
import { instantAt, lanesOf, placeOf, within, without, workingOn } from './spans.ts';

const NEW_YORK = 'America/New_York';
const DAY = '2026-11-18';
const at = (time: string, day = DAY) => instantOf(day, time, NEW_YORK);
const span = (from: string, until: string) => ({ from: at(from), until: at(until) });

test('free time is what a call in the middle leaves on both sides', () => {
  expect(without([span('09:00', '17:00')], [span('10:00', '10:30')])).toEqual([
    span('09:00', '10:00'),
    span('10:30', '17:00'),
  ]);
  expect(without([span('09:00', '17:00')], [span('08:00', '18:00')])).toEqual([]);
  expect(without([span('09:00', '17:00')], [])).toEqual([span('09:00', '17:00')]);
});

test('an absence over several days covers only its part of a day', () => {
  expect(within([span('09:00', '17:00')], span('16:00', '23:00'))).toEqual([span('16:00', '17:00')]);
  expect(within([span('09:00', '10:00')], span('10:00', '11:00'))).toEqual([]);
});

test('the hours of a colleague in another zone are where the reader’s clock has them', () => {
  const inLosAngeles = {
    person: { timeZone: 'America/Los_Angeles' },
    hours: [{ weekday: 3, from: '18:00', until: '24:00' }],
    daysOff: [],
  };
  expect(workingOn(inLosAngeles, DAY, NEW_YORK)).toEqual([
    { from: at('21:00'), until: at('00:00', '2026-11-19') },
  ]);
  expect(workingOn(inLosAngeles, '2026-11-19', NEW_YORK)).toEqual([
    { from: at('00:00', '2026-11-19'), until: at('03:00', '2026-11-19') },
  ]);
  expect(workingOn({ ...inLosAngeles, daysOff: [DAY] }, DAY, NEW_YORK)).toEqual([]);
});

test('a call stands where the clock on the wall says, also on the day on which clocks change', () => {
  const change = '2026-11-01';
  const call = { from: at('09:00', change), until: at('09:30', change) };
  expect(placeOf(call, change, NEW_YORK)).toEqual({ top: 540, length: 30 });
  expect(placeOf({ from: at('23:00'), until: at('01:00', '2026-11-19') }, DAY, NEW_YORK)).toEqual({
    top: 23 * 60,
    length: 60,
  });
  expect(instantAt(9 * 60 + 15, change, NEW_YORK)).toBe(at('09:15', change));
});

test('calls that overlap stand next to each other, and the next one has the whole width again', () => {
  expect(
    lanesOf([span('09:00', '10:00'), span('09:30', '10:30'), span('10:00', '11:00'), span('12:00', '12:30')]),
  ).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});
