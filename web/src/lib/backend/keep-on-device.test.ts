import { beforeEach, expect, test, vi } from 'vitest';
import { keepOwnCoach } from '@/lib/clinic/own-coach.ts';
import type { PendingEntry } from '@/lib/entries/entry.ts';
import { keepEntry, markRefused } from '@/lib/entries/pending-store.ts';
import { noteTreatmentDay, settleNote, takeNotes, type Note } from '@/lib/entries/treatment-day.ts';
import { showTimesIn } from '@/lib/dates/select-zone.ts';
import { forgetDevice } from './forget-device.ts';
import { keepOnDevice, noteLeaving } from './keep-on-device.ts';
import { keptEmail, keepEmail } from './kept-email.ts';
import { setUser } from './session.ts';

const user = { id: 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11', email: 'robin@example.com' };
const entry: PendingEntry = {
  id: '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001',
  keptAt: Date.parse('2026-11-18T10:00:00Z'),
  keptIn: 'America/New_York',
  entry: { kind: 'ovulation', result: 'Peak (Positive LH Surge)', takenAt: '2026-11-18T10:00:00Z' },
};
const note: Note = { id: entry.id, action: 'cap-in', at: Date.now(), state: 'waiting' };

/** Requests that may still be running when someone signs out, and are answered afterward. */
const WRITES: [string, () => void][] = [
  ['an entry for which there was no network', () => keepEntry(user.id, entry.id, entry.entry)],
  ['an entry that the clinic refused', () => markRefused(user.id, entry)],
  ['an event of the treatment day', () => noteTreatmentDay(user.id, 'cap-in')],
  ['an event that was sent', () => settleNote(user.id, note, 'sent')],
  ['what the clinic knows of the treatment day', () => takeNotes(user.id, [note])],
  [
    'the coach',
    () => keepOwnCoach(user.id, { name: 'Ana Reyes', bio: '', email: 'ana@example.com', portrait: null }),
  ],
  ['the zone in which times are shown', () => showTimesIn(user.id, 'America/Denver')],
];

beforeEach(() => {
  localStorage.clear();
  setUser(user);
});

test.each(WRITES)('%s is kept for any signed-in person, and signing out leaves nothing', (_, write) => {
  write();
  expect(localStorage.length).toBe(1);
  setUser(null);
  forgetDevice();
  write();
  expect(localStorage.length).toBe(0);
  setUser({ id: 'b4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a22', email: 'sam@example.com' });
  write();
  expect(localStorage.length).toBe(0);
  setUser(user);
  write();
  expect(localStorage.length).toBe(1);
});

test('a session ended by another tab’s sign-out leaves nothing here either', () => {
  setUser(null);
  noteLeaving();
  keepOnDevice(user.id, 'bea-anything', 'x');
  expect(localStorage.length).toBe(0);
});

test('an expired session keeps what could not be sent', async () => {
  vi.resetModules();
  const { keepOnDevice: keep } = await import('./keep-on-device.ts');
  keep(user.id, 'bea-anything', 'x');
  expect(localStorage.getItem('bea-anything')).toBe('x');
});

test('signing out leaves an address only if its owner asked to be remembered, until they uncheck it', () => {
  keepEmail('patient', user.email);
  setUser(null);
  forgetDevice();
  expect(keptEmail('patient')).toBe(user.email);
  expect(keptEmail('team')).toBe('');
  keepEmail('patient', null);
  expect(localStorage.length).toBe(0);
});

/**
 * Not health data: the session, its end and its lock, a current choice or act, an address or its digest,
 * the clinic's settings, which are the same for everyone, and a random secret of this device for a call.
 */
const OTHER_WRITERS = [
  'lib/backend/clinic-settings.ts',
  'lib/backend/keep-on-device.ts',
  'lib/backend/kept-email.ts',
  'lib/backend/supabase.ts',
  'lib/care-team/acts.ts',
  'lib/care-team/lock.ts',
  'patient/features/results/hide-preference.ts',
  'patient/features/sign-in/code-requests.ts',
  'product-components/call-room/device.ts',
  'team/features/today/notifications.ts',
];

test('nothing else is written to the device', () => {
  const sources = import.meta.glob<string>(
    ['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}', '!../../**/testing/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const writers = Object.entries(sources)
    .filter(([, text]) => /localStorage\.setItem|localStorage\[|indexedDB\.open/.test(text))
    .map(([path]) => path.replace('../../', '').replace('../', 'lib/').replace('./', 'lib/backend/'));
  expect(writers.toSorted()).toEqual(OTHER_WRITERS);
});
