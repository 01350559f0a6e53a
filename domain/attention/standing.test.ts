import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { ALARM_TEXT, raisesAlarm } from './alarm.ts';
import type { Item } from './item.ts';
import { holderOf, isFitFor, isShownTo, mayEnd, standingOf, type Decision, type Person } from './standing.ts';
import { entry, HOUR, NOW, of, ZONE } from './testing.ts';

const MARISOL: Person = { id: 'marisol', role: 'coach' };
const IMANI: Person = { id: 'imani', role: 'coach' };
const SAM: Person = { id: 'sam', role: 'coach' };
const NOA: Person = { id: 'noa', role: 'clinician' };
const ALEX: Person = { id: 'alex', role: 'administrator' };
const named = ({ id }: Person) => ({ id, name: id });

const decided = (decision: Decision['decision'], by = MARISOL, to: Person | null = null): Decision => ({
  key: 'symptoms:one',
  version: 1,
  decision,
  by: named(by),
  to: to && named(to),
  at: NOW,
  handover: null,
});
const [mild] = of({ symptoms: [{ ...entry(), isUrgent: false }] }) as [Item];
const [urgent] = of({ symptoms: [{ ...entry(), isUrgent: true }] }) as [Item];
const [cap] = of({ capIn: entry(5.25 * HOUR) }) as [Item];

test('what is urgent and taken by nobody in time is every clinician’s; taken, it stays whose it is', () => {
  expect(standingOf(cap, undefined, cap.dueAt - 1)).toMatchObject({ owner: 'coach', ownerId: 'marisol' });
  for (const decision of [undefined, decided('reopen'), decided('hand-over', MARISOL, IMANI)]) {
    const late = standingOf(cap, decision, cap.dueAt);
    expect(late).toMatchObject({ owner: 'clinician', ownerId: null });
    expect(isShownTo(late, NOA, false)).toBe(true);
    expect(mayEnd(late, MARISOL)).toBe(false);
  }
  expect(standingOf(cap, decided('take'), cap.dueAt)).toMatchObject({ owner: 'coach', ownerId: 'marisol' });
  expect(standingOf(mild, undefined, mild.dueAt + DAY)).toMatchObject({ owner: 'coach' });
});

test('only ‘Done’ stops a clock', () => {
  for (const decision of ['take', 'hand-over', 'reopen'] as const) {
    const standing = standingOf(urgent, decided(decision, MARISOL, IMANI), NOW);
    expect(standing).toMatchObject({ isDone: false, dueAt: urgent.dueAt });
  }
  expect(standingOf(urgent, decided('done'), NOW).isDone).toBe(true);
});

test('whoever took it has it, else whoever got it, else whose it is', () => {
  expect(holderOf(standingOf(mild, undefined, NOW))).toBe('marisol');
  expect(holderOf(standingOf(mild, decided('hand-over', MARISOL, IMANI), NOW))).toBe('imani');
  expect(holderOf(standingOf(mild, decided('take', IMANI), NOW))).toBe('imani');
  expect(holderOf(standingOf(urgent, undefined, NOW))).toBeNull();
});

test('a coach sees what is handed to them, also once they have taken it, and nothing they took otherwise', () => {
  const handed = standingOf(mild, decided('hand-over', MARISOL, IMANI), NOW);
  const taken = standingOf(mild, decided('take', IMANI, IMANI), NOW);
  for (const item of [handed, taken]) {
    expect(isShownTo(item, IMANI, false)).toBe(true);
    expect(isShownTo(item, SAM, false)).toBe(false);
  }
  expect(isShownTo(standingOf(mild, decided('take', IMANI), NOW), IMANI, false)).toBe(false);
});

test('everything is on somebody’s list, and nothing of health on an administrator’s', () => {
  const items = fc.constantFrom(mild, urgent, cap);
  const decisions = fc.option(
    fc.constantFrom(decided('take', IMANI), decided('hand-over', MARISOL, IMANI), decided('reopen')),
    { nil: undefined },
  );
  fc.assert(
    fc.property(items, decisions, fc.integer({ min: 0, max: 5 * 24 * 60 }), (item, decision, minutes) => {
      const standing = standingOf(item, decision, NOW + minutes * MINUTE);
      expect(isShownTo(standing, MARISOL, true) || isShownTo(standing, NOA, false)).toBe(true);
      expect(isShownTo(standing, ALEX, false)).toBe(false);
    }),
  );
});

const night = instantFromIso('2026-11-18T06:00:00Z'); // 1 am
const raises = (item: Item, now: number, decision?: Decision) =>
  raisesAlarm(standingOf(item, decision, now), ZONE, now);

test('an urgent item texts whoever is on duty while the clinic is closed, unless somebody has it', () => {
  expect(raises(urgent, night)).toBe(true);
  expect(raises(mild, night)).toBe(false);
  expect(raises(urgent, night, decided('take'))).toBe(false);
  expect(raises(urgent, night, decided('done'))).toBe(false);
  // Handed to somebody who may be asleep.
  expect(raises(urgent, night, decided('hand-over', MARISOL, IMANI))).toBe(true);
  expect(ALARM_TEXT).toBe('Béa: an item waits in the workspace.');
});

test('the clinic is closed from 10 pm to 8 am, also in the nights in which the clocks change', () => {
  const hours: [iso: string, closed: boolean][] = [
    ['2026-11-18T02:59:59Z', false], // 21:59:59
    ['2026-11-18T03:00:00Z', true], // 22:00
    ['2026-11-18T12:59:59Z', true], // 7:59:59
    ['2026-11-18T13:00:00Z', false], // 8:00
    ['2026-11-01T01:59:59Z', false], // 21:59:59, before the clocks go back
    ['2026-11-01T02:00:00Z', true],
    ['2026-11-01T12:59:59Z', true], // 7:59:59, after they did
    ['2026-11-01T13:00:00Z', false],
    ['2027-03-14T02:59:59Z', false], // 21:59:59, before they go forward
    ['2027-03-14T03:00:00Z', true],
    ['2027-03-14T11:59:59Z', true], // 7:59:59, after they did
    ['2027-03-14T12:00:00Z', false],
  ];
  for (const [iso, closed] of hours) expect(raises(urgent, instantFromIso(iso)), iso).toBe(closed);
});

test('an item is handed to whom it may be for; a late message to coaches too, as only an answer ends it', () => {
  const [waits] = of({ messagesWaiting: [{ id: 'one', at: NOW - 4 * HOUR, dueAt: NOW - HOUR }] }) as [Item];
  const late = standingOf(waits, undefined, NOW);
  expect(late).toMatchObject({ rule: 'message-waits', owner: 'clinician' });
  const roles = (item: Item) =>
    (['coach', 'clinician', 'administrator'] as const).filter((role) => isFitFor(item, role));
  expect(roles(late)).toEqual(['coach', 'clinician']);
  expect(roles(standingOf(cap, undefined, cap.dueAt))).toEqual(['clinician']);
});
