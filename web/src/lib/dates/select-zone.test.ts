import { beforeEach, expect, test } from 'vitest';
import { clockTime, localDay } from './dates.ts';
import { deviceZone } from './device-zone.ts';
import { showTimesIn, zoneChanges } from './select-zone.ts';
import { selectedZone } from './selected-zone.ts';
import { shownZone } from './shown-zone.ts';

const userId = 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11';
const at = Date.parse('2026-11-19T02:30:00Z');

beforeEach(() => localStorage.clear());

test('times follow this device until the patient selects a zone, and again afterwards', () => {
  const here = clockTime(at);
  expect(shownZone()).toBe(deviceZone());
  showTimesIn(userId, 'Asia/Kathmandu');
  expect(clockTime(at)).toBe('8:15 am');
  expect(localDay(at)).toBe('2026-11-19');
  showTimesIn(userId, 'Pacific/Honolulu');
  expect(clockTime(at)).toBe('4:30 pm');
  expect(localDay(at)).toBe('2026-11-18');
  showTimesIn(userId, null);
  expect(clockTime(at)).toBe(here);
});

test('screens hear of a change once, and of the same zone not at all', () => {
  let changes = 0;
  const stop = zoneChanges.subscribe(() => changes++);
  for (const zone of ['America/Denver', 'America/Denver', null, null]) showTimesIn(userId, zone);
  stop();
  expect(changes).toBe(2);
});

test('a zone that this browser does not know is not shown', () => {
  showTimesIn(userId, 'Mars/Olympus_Mons');
  expect(selectedZone()).toBeNull();
});
