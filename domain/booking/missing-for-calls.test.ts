import { expect, test } from 'vitest';
import { missingForCalls } from './missing-for-calls.ts';

const unknown = { isKnown: false, isTaken: false, hasHours: false };
const untaken = { ...unknown, isKnown: true };
const withoutHours = { ...untaken, isTaken: true };
const bookable = { ...withoutHours, hasHours: true };

test('an empty clinic is missing its call types and its patients', () => {
  expect(missingForCalls({ kinds: [unknown, unknown], hasInvited: false, hasTimeZone: false })).toEqual({
    kinds: 2,
    hosts: 0,
    hours: 0,
    patients: true,
    timeZone: true,
  });
});

test('a call type first needs someone who takes it, then their hours', () => {
  expect(
    missingForCalls({ kinds: [untaken, withoutHours, bookable], hasInvited: true, hasTimeZone: true }),
  ).toEqual({
    kinds: 0,
    hosts: 1,
    hours: 1,
    patients: false,
    timeZone: false,
  });
});

test('nothing is missing once every call can be booked and someone is invited', () => {
  expect(missingForCalls({ kinds: [bookable], hasInvited: true, hasTimeZone: true })).toBeNull();
});
