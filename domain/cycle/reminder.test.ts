import { expect, test } from 'vitest';
import { cycleReminder } from './reminder.ts';
import { cycleStatus } from './cycle-status.ts';
import { factsWith, on, period, periodsAfter, tested } from './testing.ts';

const reminders = (facts: Parameters<typeof factsWith>[0], days: number[]) =>
  days.flatMap((day) => cycleReminder(cycleStatus(factsWith(facts), on(day)), on(day)) ?? []);
const CYCLE = Array.from({ length: 28 }, (_, day) => day + 1);

test('testing is mentioned once, on the day it starts', () => {
  expect(reminders({ periods: [period(1)] }, CYCLE)).toEqual(['testing']);
  expect(reminders({ periods: [period(1)] }, [7])).toEqual(['testing']);
  expect(reminders({ periods: [period(1)], results: [tested(7, 'low')] }, [7])).toEqual([]);
});

test('both applicator days are mentioned, unless the applicators were used', () => {
  const facts = { periods: [period(1)], results: [tested(13, 'peak')] };
  expect(reminders(facts, [13, 14, 15])).toEqual(['applicator', 'applicator']);
  expect(reminders({ ...facts, applicatorsUsedOn: [on(13)] }, [13, 14])).toEqual(['applicator']);
});

test.each([
  ['without a period', { results: [tested(13, 'peak')] }],
  ['irregular', { periods: periodsAfter(26, 38, 29), results: [tested(13, 'peak')] }],
  ['unsure of the period', { periods: [period(1, 'unsure')], results: [tested(13, 'peak')] }],
  ['paused', { periods: [period(1)], results: [tested(13, 'peak')], careState: 'paused' }],
] as const)('no reminder if the gate is closed: %s', (_, facts) => {
  expect(reminders(facts, CYCLE)).toEqual([]);
});
