import { expect, test } from 'vitest';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { takersOf } from './takers.ts';

const call = (id: string) => ({ id }) as CalendarAppointment;
const [noa, imani] = [
  { id: 'n', name: 'Noa Lind' },
  { id: 'i', name: 'Imani Brooks' },
];

test('the colleague who can take the most calls comes first, then by name', () => {
  const calls = [call('1'), call('2'), call('3')];
  expect(takersOf(calls, [[noa], [noa, imani], []])).toEqual([
    { ...noa, calls: [calls[0], calls[1]] },
    { ...imani, calls: [calls[1]] },
  ]);
  expect(takersOf(calls.slice(0, 1), [[noa, imani]]).map(({ name }) => name)).toEqual([
    'Imani Brooks',
    'Noa Lind',
  ]);
  expect(takersOf(calls, [[], [], []])).toEqual([]);
});
