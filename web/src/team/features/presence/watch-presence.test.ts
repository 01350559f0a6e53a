import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { noteAct } from '@/lib/care-team/acts.ts';
import { lock, unlock } from '@/lib/care-team/lock.ts';
import { watchPresence } from './watch-presence.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let seen: string[];
let reports: number;
/** How many reports fail to reach the server. */
let failing: number;
let watch: ReturnType<typeof watchPresence>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T09:00:00Z') });
  [seen, reports, failing] = [[], 0, 0];
  watch = watchPresence({
    endsAt: Date.now() + 12 * HOUR,
    idleMinutes: () => 15,
    onChange: (presence) => seen.push(presence),
    report: () => Promise.resolve((reports += 1) > failing),
  });
});

afterEach(() => {
  watch.stop();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const press = (event = 'pointerdown') => document.dispatchEvent(new Event(event));
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('they are asked two minutes before the end, and the screen locks at 15 minutes', async () => {
  await wait(13 * MINUTE - 1000);
  expect(seen).toEqual([]);
  await wait(1000);
  expect(seen).toEqual(['asked']);
  await wait(2 * MINUTE);
  expect(seen).toEqual(['asked', 'idle']);
});

test.each(['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'])(
  '%s counts as activity',
  async (event) => {
    await wait(12 * MINUTE);
    press(event);
    await wait(12 * MINUTE);
    expect(seen).toEqual([]);
  },
);

test('moving the pointer counts as activity; a pointer that rests while the page changes does not', async () => {
  const moveTo = (screenX: number) =>
    document.dispatchEvent(Object.assign(new Event('pointermove'), { screenX, screenY: 7 }));
  moveTo(1);
  await wait(12 * MINUTE);
  moveTo(2);
  await wait(12 * MINUTE);
  expect(seen).toEqual([]);
  moveTo(2);
  await wait(MINUTE);
  expect(seen).toEqual(['asked']);
});

test('a page that grows and scrolls by itself is not activity', async () => {
  const list = document.body.appendChild(document.createElement('div'));
  const scrollAt = (scrollHeight: number) => {
    Object.defineProperty(list, 'scrollHeight', { value: scrollHeight, configurable: true });
    list.dispatchEvent(new Event('scroll'));
  };
  scrollAt(500);
  await wait(12 * MINUTE);
  scrollAt(600);
  await wait(MINUTE);
  expect(seen).toEqual(['asked']);
  list.remove();
});

test('when another tab locks or unlocks, this one does too', async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:3000');
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'public-key');
  await loadConfig();
  const token = `.${btoa(JSON.stringify({ session_id: 'session-1' }))}.`;
  localStorage.setItem(
    storageKey(),
    JSON.stringify({ access_token: token, expires_at: 9e9, user: { id: 'user-1' } }),
  );
  lock();
  press();
  expect(seen).toEqual(['idle']);
  await wait(20 * MINUTE);
  press();
  expect(reports).toBe(0);
  noteAct();
  unlock();
  expect(seen).toEqual(['idle', 'active']);
});

test('activity is reported once a minute, including the last one', async () => {
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

test('a report that did not reach the server is repeated, even without new activity', async () => {
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

test('after 12 hours a session is over, even for someone at work, who is warned two minutes before', async () => {
  for (let minute = 0; minute < 12 * 60 - 2; minute += 1) {
    press();
    await wait(MINUTE);
  }
  expect(seen).toEqual(['ending']);
  press();
  await wait(2 * MINUTE);
  expect(seen).toEqual(['ending', 'ended']);
});

test('activity in another tab, or in a call, counts and is reported here', async () => {
  await wait(13 * MINUTE);
  noteAct();
  await wait(1000);
  expect(seen).toEqual(['asked', 'active']);
  expect(reports).toBe(1);
});

test('the question is answered with the button: a key press does not count', async () => {
  await wait(13 * MINUTE);
  press('keydown');
  await wait(1000);
  expect(seen).toEqual(['asked']);
  watch.staySignedIn();
  expect(seen).toEqual(['asked', 'active']);
  expect(reports).toBe(1);
});

test('a sign-out in another tab, which clears all of this, is not mistaken for inactivity', async () => {
  localStorage.clear();
  await wait(1000);
  expect(seen).toEqual([]);
});

test('a press after the computer slept for long does not restore the session', async () => {
  vi.setSystemTime(Date.now() + 20 * MINUTE);
  press();
  expect(seen).toEqual(['idle']);
  watch.staySignedIn();
  expect(seen).toEqual(['idle']);
});
