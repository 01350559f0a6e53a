import { usualHours } from '../coach/clinic-hours.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { ALARM_TEXT, raisesAlarm } from './alarm.ts';
import type { Item } from './item.ts';
import {
  byKey,
  HOLDING,
  holderOf,
  isShownTo,
  withDecision,
  withDecisions,
  type Decision,
} from './item-with-decision.ts';
import { entry, HOUR, NOW, of, ZONE } from './testing.ts';
import { isFitFor, mayEnd, type Person } from './who-may-end.ts';

const MARISOL: Person = { id: 'marisol', role: 'coach' };
const IMANI: Person = { id: 'imani', role: 'coach' };
const SAM: Person = { id: 'sam', role: 'coach' };
const NOA: Person = { id: 'noa', role: 'clinician' };
const ALEX: Person = { id: 'alex', role: 'administrator' };
const named = ({ id }: Person) => ({ id, name: id });

const decided = (decision: Decision['decision'], by = MARISOL, to: Person | null = null): Decision => ({
  key: 'symptoms:one',
  patientId: 'patient',
  version: 1,
  decision,
  by: { ...named(by), role: by.role },
  to: to && named(to),
  at: NOW,
  heldSince: HOLDING.has(decision) ? NOW : null,
  seenUntil: null,
  remindAt: null,
  handover: null,
});
const [mild] = of({ symptoms: [{ ...entry(), isUrgent: false }] }) as [Item];
const [urgent] = of({ symptoms: [{ ...entry(), isUrgent: true }] }) as [Item];
const [cap] = of({ capIn: entry(5.25 * HOUR) }) as [Item];

test('an urgent item not taken in time goes to every clinician; once taken, it stays with its owner', () => {
  expect(withDecision(cap, undefined, cap.dueAt - 1)).toMatchObject({ owner: 'coach', ownerId: 'marisol' });
  for (const decision of [undefined, decided('reopen'), decided('hand-over', MARISOL, IMANI)]) {
    const late = withDecision(cap, decision, cap.dueAt);
    expect(late).toMatchObject({ owner: 'clinician', ownerId: null });
    expect(isShownTo(late, NOA, false)).toBe(true);
    expect(mayEnd(late, MARISOL)).toBe(false);
  }
  expect(withDecision(cap, decided('take'), cap.dueAt)).toMatchObject({ owner: 'coach', ownerId: 'marisol' });
  expect(withDecision(mild, undefined, mild.dueAt + DAY)).toMatchObject({ owner: 'coach' });
});

test('a coach who took an urgent item in time keeps it after trying to reach the patient late', () => {
  const tried = { ...decided('contact'), at: cap.dueAt + 10 * MINUTE, heldSince: cap.dueAt - 20 * MINUTE };
  const after = withDecision(cap, tried, tried.at);
  expect(after).toMatchObject({ owner: 'coach', ownerId: 'marisol', isHeld: true });
  expect(mayEnd(after, MARISOL)).toBe(true);
  // Someone who first tried once it was late was never in time.
  const late = withDecision(cap, { ...tried, heldSince: tried.at }, tried.at);
  expect(late).toMatchObject({ owner: 'clinician', isHeld: false });
});

test('a reminder hides a conversation until the patient writes again', () => {
  const waits = (lastAt: number) =>
    of({ messagesWaiting: [{ ...entry(2 * HOUR), dueAt: NOW + HOUR, lastAt }] })[0]!;
  const putOff = { ...decided('remind'), remindAt: NOW + DAY };
  expect(withDecision(waits(NOW - HOUR), putOff, NOW).remindAt).toBe(NOW + DAY);
  expect(withDecision(waits(NOW + MINUTE), putOff, NOW + MINUTE).remindAt).toBeNull();
});

test('a reminder of someone who has left hides nothing', () => {
  const putOff = { ...decided('remind'), remindAt: NOW + DAY };
  expect(withDecision(mild, putOff, NOW).remindAt).toBe(NOW + DAY);
  expect(withDecision(mild, { ...putOff, by: null }, NOW).remindAt).toBeNull();
});

test('only ‘Done’ stops a clock', () => {
  for (const decision of ['take', 'hand-over', 'reopen'] as const) {
    const standing = withDecision(urgent, decided(decision, MARISOL, IMANI), NOW);
    expect(standing).toMatchObject({ isDone: false, dueAt: urgent.dueAt });
  }
  expect(withDecision(urgent, decided('done'), NOW).isDone).toBe(true);
});

test('an item belongs to the person who took it, then the one it was handed to, then its default', () => {
  expect(holderOf(withDecision(mild, undefined, NOW))).toBe('marisol');
  expect(holderOf(withDecision(mild, decided('hand-over', MARISOL, IMANI), NOW))).toBe('imani');
  expect(holderOf(withDecision(mild, decided('take', IMANI), NOW))).toBe('imani');
  expect(holderOf(withDecision(urgent, undefined, NOW))).toBeNull();
});

test('a coach sees items handed to them, even once taken, but nothing else they took', () => {
  const handed = withDecision(mild, decided('hand-over', MARISOL, IMANI), NOW);
  const taken = withDecision(mild, decided('take', IMANI, IMANI), NOW);
  for (const item of [handed, taken]) {
    expect(isShownTo(item, IMANI, false)).toBe(true);
    expect(isShownTo(item, SAM, false)).toBe(false);
  }
  expect(isShownTo(withDecision(mild, decided('take', IMANI), NOW), IMANI, false)).toBe(false);
});

test('everything is on someone’s list, and nothing about health is on an administrator’s', () => {
  const items = fc.constantFrom(mild, urgent, cap);
  const decisions = fc.option(
    fc.constantFrom(decided('take', IMANI), decided('hand-over', MARISOL, IMANI), decided('reopen')),
    { nil: undefined },
  );
  fc.assert(
    fc.property(items, decisions, fc.integer({ min: 0, max: 5 * 24 * 60 }), (item, decision, minutes) => {
      const standing = withDecision(item, decision, NOW + minutes * MINUTE);
      expect(isShownTo(standing, MARISOL, true) || isShownTo(standing, NOA, false)).toBe(true);
      expect(isShownTo(standing, ALEX, false)).toBe(false);
    }),
  );
});

const night = instantFromIso('2026-11-18T06:00:00Z'); // 1 am
const raises = (item: Item, now: number, decision?: Decision) =>
  raisesAlarm(withDecision(item, decision, now), usualHours(ZONE), now);

test('an urgent item texts the person on duty while the clinic is closed, unless someone has it', () => {
  expect(raises(urgent, night)).toBe(true);
  expect(raises(mild, night)).toBe(false);
  expect(raises(urgent, night, decided('take', NOA))).toBe(false);
  // A coach cannot end it, and so silences nothing.
  expect(raises(urgent, night, decided('take', MARISOL))).toBe(true);
  expect(raises(urgent, night, decided('done'))).toBe(false);
  // Handed off to someone who may be asleep.
  expect(raises(urgent, night, decided('hand-over', MARISOL, IMANI))).toBe(true);
  expect(ALARM_TEXT).toBe('Béa: an item waits in the workspace.');
});

test('the clinic is closed from 10 pm to 8 am, even on nights the clocks change', () => {
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

test('an item is handed only to someone who may have it; a late message also to coaches, since only a reply ends it', () => {
  const [waits] = of({ messagesWaiting: [{ id: 'one', at: NOW - 4 * HOUR, dueAt: NOW - HOUR }] }) as [Item];
  const late = withDecision(waits, undefined, NOW);
  expect(late).toMatchObject({ rule: 'message-waits', owner: 'clinician' });
  const roles = (item: Item) =>
    (['coach', 'clinician', 'administrator'] as const).filter((role) => isFitFor(item, role));
  expect(roles(late)).toEqual(['coach', 'clinician']);
  expect(roles(withDecision(cap, undefined, cap.dueAt))).toEqual(['clinician']);
});

const report = (hoursAgo: number, isUrgent = true) => ({ ...entry(hoursAgo * HOUR), isUrgent });
const decidedOn = (hoursAgo: number, more: Partial<Decision>): Decision => ({
  ...decided('done'),
  key: `urgent-symptoms:entry-${hoursAgo * HOUR}`,
  ...more,
});
const openOf = (facts: Parameters<typeof of>[0], ...decisions: Decision[]) =>
  withDecisions(of(facts), byKey(decisions), NOW).filter(({ isDone }) => !isDone);

test('urgent reports are one item until the last one is done, with the first one’s key and clock', () => {
  const reports = [6, 5, 4, 3, 2, 1].map((hours) => report(hours));
  const [first] = of({ symptoms: [report(6)] });
  for (const decision of [
    undefined,
    decidedOn(6, { decision: 'take' }),
    decidedOn(6, { decision: 'reopen' }),
  ])
    expect(openOf({ symptoms: reports }, ...(decision ? [decision] : []))).toMatchObject([
      {
        key: first!.key,
        dueAt: first!.dueAt,
        lastAt: NOW - HOUR,
        why: 'Urgent symptoms were reported. Reported 6 times.',
      },
    ]);
  expect(openOf({ symptoms: [report(6)] })).toMatchObject([{ why: 'Urgent symptoms were reported.' }]);
});

test('joined reports say what the latest one says, and how many there were', () => {
  const symptoms = [
    { ...report(3), signs: ['pain'], strength: 'strong' },
    { ...report(1), signs: ['pain', 'fainting'], strength: 'strong' },
  ];
  expect(openOf({ symptoms })).toMatchObject([{ why: 'Pain, fainting; severe. Reported 2 times.' }]);
});

test('a milder report that came later hides nothing of a stronger one', () => {
  const symptoms = [
    { ...report(5), signs: ['pain', 'fainting'], strength: 'strong' },
    { ...report(4), signs: ['fainting'], strength: 'moderate' },
    { ...report(1), signs: ['fever'], strength: 'mild' },
  ];
  expect(openOf({ symptoms })).toMatchObject([
    {
      why: 'Fever or feeling very unwell; mild. Before: Fainting; moderate. Pain, fainting; severe. Reported 3 times.',
    },
  ]);
});

test('an item that was ended before other ends were offered stays ended', () => {
  const facts = { safetyCheckHeld: entry(5 * HOUR) };
  const [check] = of(facts);
  const before = { ...decidedOn(5, { decision: 'done' }), key: check!.key };
  expect(openOf(facts, before)).toEqual([]);
});

test('the next urgent report after ‘Done’ is its own item, even one that arrived while the person was writing', () => {
  const reports = [6, 5, 4, 3].map((hours) => report(hours));
  const done = decidedOn(6, { at: NOW - 2 * HOUR, seenUntil: NOW - 5 * HOUR });
  expect(openOf({ symptoms: reports }, done)).toMatchObject([
    {
      key: `urgent-symptoms:entry-${4 * HOUR}`,
      why: 'Urgent symptoms were reported. Reported 2 times.',
    },
  ]);
  // From before seen reports were recorded.
  expect(openOf({ symptoms: reports }, { ...done, seenUntil: null })).toEqual([]);
});

test('a done item stays done when its first report is too old to be read', () => {
  const done = decidedOn(9, { at: NOW - 2 * HOUR, seenUntil: NOW - 4 * HOUR });
  expect(openOf({ symptoms: [report(5), report(4)] }, done)).toEqual([]);
  expect(openOf({ symptoms: [report(5), report(4), report(3)] }, done)).toMatchObject([
    { key: `urgent-symptoms:entry-${3 * HOUR}`, why: 'Urgent symptoms were reported.' },
  ]);
});

test('a joining report changes the version, so a person decides only about what they have seen', () => {
  const versions = [1, 2, 3].map(
    (count) => openOf({ symptoms: [3, 2, 1].slice(0, count).map((hours) => report(hours)) })[0]!.version,
  );
  expect(versions).toEqual([0, 1, 2]);
});

test('self-harm words, urgent symptom words and a request for a call are one item each', () => {
  const concerns = (['self-harm', 'call-me', 'urgent', 'loss', 'hard-time'] as const).flatMap(
    (concern, place) =>
      [2, 1].map((hours) => ({ id: `${concern}-${hours}`, at: NOW - hours * HOUR - place, concern })),
  );
  expect(
    openOf({ concerns })
      .map(({ why }) => why)
      .toSorted(),
  ).toEqual([
    '2 messages mention a pregnancy loss.',
    '2 messages mention an urgent symptom.',
    '2 messages mention self-harm.',
    'The patient said 2 times that they are having a hard time, and would like to hear from their coach.',
    'The patient wrote about self-harm and asked 2 times for a call.',
  ]);
});

test('one patient and rule have at most 20 open items, the first ones', () => {
  const symptoms = Array.from({ length: 500 }, (_, place) => report(500 - place, false));
  const open = openOf({ symptoms });
  expect(open).toHaveLength(20);
  expect(open[0]!.since).toBe(NOW - 500 * HOUR);
});
