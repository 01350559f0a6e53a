import { expect, test } from 'vitest';
import { isTimeZone } from '../time/zone.ts';
import { crisisLineOf, emergencyNumberOf, isInUnitedStates } from './emergency-number.ts';

test.each([
  'America/New_York',
  'America/Chicago',
  'America/Indiana/Indianapolis',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'US/Eastern',
  'america/new_york',
  'etc/utc',
])('a clinic in %s shows 911 and 988 unless it set its own numbers', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
  expect(emergencyNumberOf('', zone)).toBe('911');
  expect(crisisLineOf('', zone)).toEqual({ number: '988', text: true });
  expect(emergencyNumberOf('112', zone)).toBe('112');
  expect(crisisLineOf('+1 555 0100', zone)).toEqual({ number: '+1 555 0100', text: false });
});

test.each([
  'Europe/London',
  'Europe/Berlin',
  'America/Toronto',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Asia/Kolkata',
])('a clinic in %s has no number until it sets one', (zone) => {
  expect(emergencyNumberOf('', zone)).toBe('');
  expect(crisisLineOf('', zone)).toBeNull();
  expect(emergencyNumberOf('112', zone)).toBe('112');
});

test('a zone that is only an offset names no place, so the American numbers apply', () => {
  expect(['UTC', 'Etc/GMT', 'Etc/GMT+5'].map(isInUnitedStates)).toEqual([true, true, true]);
});
