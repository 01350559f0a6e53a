import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTHING_STARTED } from '@domain/treatment-day/treatment-day.ts';
import { clearFinished, noteTreatmentDay, treatmentDay } from '@/lib/entries/treatment-day.ts';
import { watchTimers } from './watch-timers.ts';

const HOUR = 60 * 60_000;
const robin = 'robin';
const shown = vi.fn<(title: string) => void>();
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  shown.mockClear();
  vi.useFakeTimers({ now: new Date('2026-11-15T10:00:00Z') });
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = 'granted';
      constructor(title: string) {
        super();
        shown(title);
      }
    },
  );
  stop = watchTimers(robin);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A whole day with the first applicator, which ends with the cap taken out in time. */
async function firstDay() {
  noteTreatmentDay(robin, 'sample');
  await vi.advanceTimersByTimeAsync(HOUR);
  noteTreatmentDay(robin, 'cap-in');
  await vi.advanceTimersByTimeAsync(4 * HOUR);
  noteTreatmentDay(robin, 'cap-out');
  await vi.advanceTimersByTimeAsync(19 * HOUR);
}

test('the second day’s sample is announced too, even if the first day’s timers were never cleared', async () => {
  await firstDay();
  expect(shown).toHaveBeenCalledOnce();
  noteTreatmentDay(robin, 'sample');
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(shown).toHaveBeenCalledTimes(2);
});

test('clearing the first day’s timers leaves the second day’s sample running', async () => {
  await firstDay();
  const sampleCollectedAt = Date.now();
  noteTreatmentDay(robin, 'sample', sampleCollectedAt);
  clearFinished(robin);
  expect(treatmentDay(robin)).toEqual({ ...NOTHING_STARTED, sampleCollectedAt });
});

test('clearing the timers of a day that is over leaves nothing', async () => {
  await firstDay();
  clearFinished(robin);
  expect(treatmentDay(robin)).toEqual(NOTHING_STARTED);
});
