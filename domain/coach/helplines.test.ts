import { expect, test } from 'vitest';
import { areHelplines, helplinesOf } from './helplines.ts';

test('in the United States the lines are 988, RESOLVE and Postpartum Support International', () => {
  expect(helplinesOf('', 'America/Chicago').map(({ name, number, text }) => [name, number, text])).toEqual([
    ['988 Suicide & Crisis Lifeline', '988', '988'],
    ['RESOLVE HelpLine', '866-668-2566', undefined],
    ['Postpartum Support International', '800-944-4773', '800-944-4773'],
  ]);
});

test('a clinic sets its own, and elsewhere there are none until it does', () => {
  const own = 'Samaritans: 116 123; Our night line: +44 (0)20 7946 0018';
  expect(areHelplines(own)).toBe(true);
  expect(helplinesOf(own, 'America/Chicago')).toEqual([
    { name: 'Samaritans', number: '116 123' },
    { name: 'Our night line', number: '+44 (0)20 7946 0018' },
  ]);
  expect(helplinesOf('', 'Europe/London')).toEqual([]);
});

test.each(['Samaritans', 'Samaritans 116 123', 'Line: javascript:alert(1)', 'A: 1; B', ''])(
  '%j is not a list of helplines',
  (setting) => {
    expect(areHelplines(setting)).toBe(false);
  },
);
