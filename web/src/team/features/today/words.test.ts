import { expect, test } from 'vitest';
import type { TodayItem } from '@domain/contracts/team-today.ts';
import { endWords, fitRoles, holderWords } from './words.ts';

const item = (given: Partial<TodayItem>): TodayItem => ({
  key: 'symptoms:one',
  rule: 'symptoms',
  patient: null,
  title: 'Symptoms',
  why: 'Pain.',
  since: '2026-11-17T08:00:00Z',
  dueAt: '2026-11-17T11:00:00Z',
  urgent: false,
  owner: 'clinician',
  ownedBy: null,
  takenBy: null,
  handover: null,
  mayEnd: false,
  version: 0,
  ...given,
});
const message = item({ key: 'message-waits:one', rule: 'message-waits' });

test('a message that waits ends with an answer, and not by whoever closes it', () => {
  expect(endWords(message)).toBe('Ends with an answer');
  expect(endWords(item({}))).toBe('Closed by a clinician');
  expect(endWords(item({ owner: 'host' }))).toBe('Closed by the call’s host');
});

test('an overdue message is for clinicians too, and stays every coach’s', () => {
  expect(holderWords(message, 'me')).toBe('For every coach and clinician, nobody has it');
  expect(holderWords({ ...message, owner: 'coach' }, 'me')).toBe('For a coach, nobody has it');
  expect(fitRoles(message)).toEqual(['coach', 'clinician']);
  expect(fitRoles(item({}))).toEqual(['clinician']);
});
