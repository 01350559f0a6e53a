import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAct } from '@/lib/care-team/acts.ts';
import { watchPresence } from './watch-presence.ts';

const MINUTE = 60_000;
let seen: string[];
let reports: number;
let watch: ReturnType<typeof watchPresence>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T09:00:00Z') });
  [seen, reports] = [[], 0];
  watch = watchPresence({ onChange: (presence) => seen.push(presence), report: () => (reports += 1) });
});

afterEach(() => {
  watch.stop();
  localStorage.clear();
  vi.useRealTimers();
});

const press = (event = 'pointerdown') => document.dispatchEvent(new Event(event));
const wait = (ms: number) => vi.advanceTimersByTime(ms);

test('two minutes before the end they are asked, and at 15 minutes they are gone', () => {
  wait(13 * MINUTE - 1000);
  expect(seen).toEqual([]);
  wait(1000);
  expect(seen).toEqual(['asked']);
  wait(2 * MINUTE);
  expect(seen).toEqual(['asked', 'gone']);
});

test.each(['pointerdown', 'keydown'])('%s is an act', (event) => {
  wait(12 * MINUTE);
  press(event);
  wait(12 * MINUTE);
  expect(seen).toEqual([]);
});

test('acts are reported once a minute, the last of them too', () => {
  for (let second = 0; second < 90; second += 1) {
    press();
    wait(1000);
  }
  expect(reports).toBe(1);
  wait(MINUTE);
  expect(reports).toBe(2);
  wait(10 * MINUTE);
  expect(reports).toBe(2);
});

test('an act in another tab, or in a call, counts and is reported here', () => {
  wait(13 * MINUTE);
  noteAct();
  wait(1000);
  expect(seen).toEqual(['asked', 'here']);
  expect(reports).toBe(1);
});

test('who is asked answers with the button: a key is no answer', () => {
  wait(13 * MINUTE);
  press('keydown');
  wait(1000);
  expect(seen).toEqual(['asked']);
  watch.stay();
  expect(seen).toEqual(['asked', 'here']);
  expect(reports).toBe(1);
});

test('a sign-out in another tab, which forgets all of this, is not taken for idleness', () => {
  localStorage.clear();
  wait(1000);
  expect(seen).toEqual([]);
});

test('a press after a long sleep of the computer does not bring the session back', () => {
  vi.setSystemTime(Date.now() + 20 * MINUTE);
  press();
  expect(seen).toEqual(['gone']);
  watch.stay();
  expect(seen).toEqual(['gone']);
});
