import { describe, expect, test } from 'vitest';
import { instantFromIso, isoFromInstant } from '../time/instant.ts';
import type { Host } from './availability.ts';
import { first, slotsForPatient } from './own-coach.ts';

const at = instantFromIso;
const hostWith = (id: string, changes: Partial<Host> = {}): Host => ({
  id,
  timeZone: 'America/New_York',
  weeklyHours: [],
  daysOff: [],
  ...changes,
});
const [amara, marisol, noa] = [hostWith('amara'), hostWith('marisol'), hostWith('noa')];
const slot = (time: string, ...hostIds: string[]) => ({
  startsAt: at(`2026-11-18T${time}:00Z`),
  endsAt: at(`2026-11-18T${time}:00Z`) + 30 * 60_000,
  hostIds,
});
const DAY = [
  slot('14:00', 'marisol', 'amara'),
  slot('14:30', 'marisol'),
  slot('15:00', 'noa', 'marisol', 'amara'),
];

const offered = (wish: Partial<Parameters<typeof slotsForPatient>[1]>) =>
  slotsForPatient(DAY, { hosts: [amara, marisol, noa], coachId: 'amara', ...wish }).map(
    ({ startsAt, hostIds }) => [isoFromInstant(startsAt).slice(11, 16), ...hostIds].join(' '),
  );

describe('a patient who has a coach', () => {
  test('is offered that coach’s times, and no one else’s', () => {
    expect(offered({})).toEqual(['14:00 amara', '15:00 amara']);
  });

  test('is offered the other coaches’ times on request', () => {
    expect(offered({ others: true })).toEqual(['14:00 marisol', '14:30 marisol', '15:00 noa marisol']);
  });

  test('is offered everyone if the coach does not take such calls', () => {
    expect(offered({ hosts: [marisol, noa] })).toEqual([
      '14:00 marisol amara',
      '14:30 marisol',
      '15:00 noa marisol amara',
    ]);
  });

  test('is offered everyone while the coach is away, and only the coach before and after', () => {
    const absences = [{ from: at('2026-11-18T14:30:00Z'), until: at('2026-11-18T15:00:00Z') }];
    expect(offered({ hosts: [hostWith('amara', { absences }), marisol, noa] })).toEqual([
      '14:00 amara',
      '14:30 marisol',
      '15:00 amara',
    ]);
  });

  test('is offered everyone on the coach’s day off, by the coach’s own calendar', () => {
    const off = hostWith('amara', { daysOff: ['2026-11-18'] });
    expect(offered({ hosts: [off, marisol, noa] })).toContain('14:30 marisol');
    const elsewhere = hostWith('amara', { daysOff: ['2026-11-18'], timeZone: 'Pacific/Auckland' });
    expect(offered({ hosts: [elsewhere, marisol, noa] })).not.toContain('14:30 marisol');
  });

  test('can move a call with someone else to that person’s times, or the coach’s, which come first', () => {
    expect(offered({ hostId: 'marisol' })).toEqual([
      '14:00 amara marisol',
      '14:30 marisol',
      '15:00 amara marisol',
    ]);
  });
});

test('a patient without a coach is offered everyone, starting with the person they expect', () => {
  expect(offered({ coachId: null })).toEqual([
    '14:00 marisol amara',
    '14:30 marisol',
    '15:00 noa marisol amara',
  ]);
  expect(offered({ coachId: null, hostId: 'amara' })[2]).toBe('15:00 amara noa marisol');
});

test('the expected hosts come first, each once, and only when they are free', () => {
  expect(first(['a', 'b', 'c'], ['c', null, 'x', undefined, 'c', 'b'])).toEqual(['c', 'b', 'a']);
});
