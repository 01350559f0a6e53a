import { expect, test } from 'vitest';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import { callWords, dueWords, endWords, fitRoles, holderOfItem, secondIdentifier } from './words.ts';

const item = (given: Partial<TodayItem>): TodayItem => ({
  key: 'symptoms:one',
  rule: 'symptoms',
  patient: null,
  title: 'Symptoms reported',
  why: 'Pain.',
  since: '2026-11-17T08:00:00Z',
  dueAt: '2026-11-17T11:00:00Z',
  urgent: false,
  owner: 'clinician',
  ownedBy: null,
  takenBy: null,
  takenAt: null,
  handover: null,
  mayEnd: false,
  version: 0,
  ...given,
});
const me = {
  id: 'me',
  name: 'Marisol Vega',
  role: 'coach',
  timeZone: 'America/New_York',
  endsAt: '2026-11-17T20:00:00Z',
  idleAt: '2026-11-17T12:15:00Z',
  idleMinutes: 15,
} as const;
const NOW = Date.parse('2026-11-17T19:00:00Z');
const message = item({ key: 'message-waits:one', rule: 'message-waits' });

test('an unanswered message ends with a reply, and not by closing it', () => {
  expect(endWords(message)).toBe('Ends with a reply');
  expect(endWords(item({}))).toBe('Only a clinician can mark this done');
  expect(endWords(item({ owner: 'host' }))).toBe('Only the call’s host or a clinician can do this');
});

test('a patient is named with the date of birth, else with the first letters of the email', () => {
  const ada = { id: 'ada', name: 'Ada Okafor', email: 'ada.okafor@example.com', phone: null, timeZone: null };
  expect(secondIdentifier(ada)).toBe('ada.oka…');
  expect(secondIdentifier({ ...ada, birthDate: '1990-03-04' })).toBe('born March 4, 1990');
  // If two patients share a name, the name itself tells them apart.
  const oneOfTwo = { ...ada, name: 'Ada Okafor, born March 4, 1990', birthDate: '1990-03-04' };
  expect(secondIdentifier(oneOfTwo)).toBe('ada.oka…');
});

test('an overdue message is for clinicians too, and stays with every coach', () => {
  expect(holderOfItem(message, me, NOW).words).toBe('Unassigned, open to any coach or clinician');
  expect(holderOfItem({ ...message, owner: 'coach' }, me, NOW).words).toBe('Unassigned');
  expect(fitRoles(message)).toEqual(['coach', 'clinician']);
  expect(fitRoles(item({}))).toEqual(['clinician']);
});

test('who has it: oneself, a colleague, or no one in which role', () => {
  const reported = (given: Partial<TodayItem>) => {
    const { words, who, since } = holderOfItem(item(given), me, NOW);
    return `${words} ${who}${since}`.trim();
  };
  const imani = { id: 'imani', name: 'Imani Brooks' };
  expect(reported({ takenBy: { id: 'me', name: me.name }, takenAt: '2026-11-17T18:05:00Z' })).toBe(
    'Taken by you, 1:05 pm',
  );
  expect(reported({ takenBy: imani, takenAt: '2026-11-17T18:58:00Z' })).toBe(
    'Taken by Imani Brooks, 1:58 pm',
  );
  // The time alone would look like today's.
  expect(reported({ takenBy: imani, takenAt: '2026-11-15T18:58:00Z' })).toBe('Taken by Imani Brooks, Nov 15');
  expect(reported({ ownedBy: imani })).toBe('With Imani Brooks');
  expect(reported({ owner: 'coach' })).toBe('Unassigned');
  expect(reported({})).toBe('Unassigned, needs a clinician');
});

test.each([
  ['2026-11-17T18:55:00Z', 'Overdue 17 min', 'Due by 1:55 pm'],
  ['2026-11-17T18:04:00Z', 'Overdue 1 h 8 min', 'Due by 1:04 pm'],
  ['2026-11-17T14:00:00Z', 'Overdue 5 h', 'Due by 9:00 am'],
  // The time alone would look like today's.
  ['2026-11-14T03:00:00Z', 'Overdue 3 days', 'Due by Nov 13'],
  ['2026-11-17T19:12:00Z', 'Due by 2:12 pm', 'in 0 min'],
  ['2026-11-17T20:00:00Z', 'Due by 3:00 pm', 'in 48 min'],
  ['2026-11-18T03:00:00Z', 'Due by 10:00 pm', 'today'],
  ['2026-11-18T14:00:00Z', 'Due by 9:00 am', 'tomorrow'],
  ['2026-11-21T14:00:00Z', 'Due by 9:00 am', 'Sat, Nov 21'],
])('due at %s, at 2:12 pm: %s, %s', (dueAt, first, second) => {
  const now = Date.parse('2026-11-17T19:12:00Z');
  expect(dueWords(dueAt, me.timeZone, now)).toEqual({
    isOverdue: first.startsWith('Overdue'),
    first,
    second,
  });
});

test('before a call its host reads when it can be joined, and everyone that it starts', () => {
  const call = {
    id: 'call',
    patient: { id: 'robin', name: 'Robin' },
    kind: 'Clinical Coach Support Call',
    host: { id: 'me', name: me.name },
    startsAt: '2026-11-17T21:30:00Z',
    endsAt: '2026-11-17T22:00:00Z',
    joinUrl: null,
    outcome: null,
    mayTell: false,
  };
  const at = (time: string, host: { id: string; name: string } = call.host) =>
    callWords({ ...call, host }, me, Date.parse(`2026-11-17T${time}:00Z`));
  expect(at('19:00')).toBe('Join opens at 4:20 pm');
  expect(at('19:00', { id: 'imani', name: 'Imani Brooks' })).toBeNull();
  expect(at('21:27')).toBe('Starts in 3 min');
  expect(at('21:30')).toBeNull();
});
