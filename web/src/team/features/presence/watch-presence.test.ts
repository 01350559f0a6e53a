import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAct } from '@/lib/care-team/acts.ts';
import { watchPresence } from './watch-presence.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let seen: string[];
let reports: number;
/** How many reports the server does not hear. */
let failing: number;
let watch: ReturnType<typeof watchPresence>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T09:00:00Z') });
  [seen, reports, failing] = [[], 0, 0];
  watch = watchPresence({
    endsAt: Date.now() + 12 * HOUR,
    onChange: (presence) => seen.push(presence),
    report: () => Promise.resolve((reports += 1) > failing),
  });
});

afterEach(() => {
  watch.stop();
  localStorage.clear();
  vi.useRealTimers();
});

const press = (event = 'pointerdown') => document.dispatchEvent(new Event(event));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('two minutes before the end they are asked, and at 15 minutes they are signed out', async () => {
  await wait(13 * MINUTE - 1000);
  expect(seen).toEqual([]);
  await wait(1000);
  expect(seen).toEqual(['asked']);
  await wait(2 * MINUTE);
  expect(seen).toEqual(['asked', 'idle']);
});

test.each(['pointerdown', 'keydown'])('%s is an act', async (event) => {
  await wait(12 * MINUTE);
  press(event);
  await wait(12 * MINUTE);
  expect(seen).toEqual([]);
});

test('acts are reported once a minute, the last of them too', async () => {
  for (let second = 0; second < 90; second += 1) {
    press();
    await wait(1000);
  }
  expect(reports).toBe(1);
  await wait(MINUTE);
  expect(reports).toBe(2);
  await wait(10 * MINUTE);
  expect(reports).toBe(2);
});

test('a report that the server did not hear is made again, also without another act', async () => {
  failing = 1;
  await wait(MINUTE - 1000);
  press();
  await wait(1000);
  expect(reports).toBe(1);
  await wait(MINUTE);
  expect(reports).toBe(2);
  await wait(5 * MINUTE);
  expect(reports).toBe(2);
});

test('after 12 hours a session is over, also of somebody at work, who is told two minutes before', async () => {
  for (let minute = 0; minute < 12 * 60 - 2; minute += 1) {
    press();
    await wait(MINUTE);
  }
  expect(seen).toEqual(['ending']);
  press();
  await wait(2 * MINUTE);
  expect(seen).toEqual(['ending', 'ended']);
});

test('an act in another tab, or in a call, counts and is reported here', async () => {
  await wait(13 * MINUTE);
  noteAct();
  await wait(1000);
  expect(seen).toEqual(['asked', 'active']);
  expect(reports).toBe(1);
});

test('who is asked answers with the button: a key is no answer', async () => {
  await wait(13 * MINUTE);
  press('keydown');
  await wait(1000);
  expect(seen).toEqual(['asked']);
  watch.staySignedIn();
  expect(seen).toEqual(['asked', 'active']);
  expect(reports).toBe(1);
});

test('a sign-out in another tab, which forgets all of this, is not taken for idleness', async () => {
  localStorage.clear();
  await wait(1000);
  expect(seen).toEqual([]);
});

test('a press after a long sleep of the computer does not bring the session back', async () => {
  vi.setSystemTime(Date.now() + 20 * MINUTE);
  press();
  expect(seen).toEqual(['idle']);
  watch.staySignedIn();
  expect(seen).toEqual(['idle']);
});
