import { expect, test } from 'vitest';
import { missingForCalls } from './missing-for-calls.ts';

const booked = { slug: 'initial-consultation', name: 'Initial Consultation', isTaken: true, hasHours: true };

test('an empty clinic lacks its kinds of calls and its patients', () => {
  const kind = { slug: 'initial-consultation', name: null, isTaken: false, hasHours: false };
  expect(missingForCalls({ kinds: [kind], hasInvited: false })).toEqual({
    kinds: ['initial-consultation'],
    hosts: [],
    hours: [],
    patients: true,
  });
});

test('a kind of call first lacks somebody who takes it, then their hours', () => {
  const untaken = { ...booked, name: 'Review', isTaken: false, hasHours: false };
  const noHours = { ...booked, hasHours: false };
  expect(missingForCalls({ kinds: [untaken, noHours], hasInvited: true })).toEqual({
    kinds: [],
    hosts: ['Review'],
    hours: ['Initial Consultation'],
    patients: false,
  });
});

test('nothing is missing once every call can be booked and somebody is invited', () => {
  expect(missingForCalls({ kinds: [booked], hasInvited: true })).toBeNull();
});
