import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARE_STATES, type CareFacts, type CareState } from '../care-state/facts.ts';
import type { LocalDate } from '../time/day.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE } from '../time/instant.ts';
import { localDateTime } from '../time/local.ts';
import type { PatientFacts } from './facts.ts';
import { itemsOf, RULES } from './items-of.ts';
import { inOrderOfToday } from './order.ts';
import { call, entry, history, HOUR, NOBODY, NOW, of, peak, survey, ZONE } from './testing.ts';

const byTeam = ({ results, events }: CareFacts): CareFacts => ({
  results,
  events: events.map((event) => ({ ...event, byTeam: true })),
});

type Row = [
  what: string,
  facts: Partial<PatientFacts>,
  title: string,
  owner: string,
  due: string,
  urgent?: true,
];
test.each<Row>([
  [
    'a negative after a positive',
    { careState: 'unsure', care: history(['positive'], ['negative']) },
    'Possible loss',
    'clinician',
    '2026-11-18T11:00',
    true,
  ],
  [
    'a loss that a colleague recorded, who was in touch',
    { careState: 'after-loss', care: byTeam(history(['positive'], ['loss'])) },
    'Possible loss',
    'clinician',
    '2026-11-18T11:00',
    true,
  ],
  [
    'a positive after a stop',
    { careState: 'pregnant', care: history(['stop'], ['positive']) },
    'Positive test after a loss or stop',
    'clinician',
    '2026-11-18T11:00',
  ],
  [
    'fainting',
    { symptoms: [{ ...entry(), isUrgent: true }] },
    'Urgent symptoms',
    'clinician',
    '2026-11-18T11:00',
    true,
  ],
  [
    'words of self-harm',
    { concerns: [{ ...entry(), concern: 'self-harm' }] },
    'Self-harm mentioned',
    'clinician',
    '2026-11-18T10:30',
    true,
  ],
  [
    'a patient who asks for a call',
    { concerns: [{ ...entry(), concern: 'call-me' }] },
    'Asks for a call now',
    'clinician',
    '2026-11-18T10:30',
    true,
  ],
  [
    'urgent words in a message',
    { concerns: [{ ...entry(), concern: 'urgent' }] },
    'Urgent message',
    'clinician',
    '2026-11-18T11:00',
    true,
  ],
  [
    'a hard time',
    { concerns: [{ ...entry(), concern: 'hard-time' }] },
    'Having a hard time',
    'coach',
    '2026-11-18T22:00',
  ],
  [
    'a little pain',
    { symptoms: [{ ...entry(), isUrgent: false }] },
    'Symptoms reported',
    'coach',
    '2026-11-18T13:00',
  ],
  [
    'a cap in for 5 hours and a quarter',
    { capIn: entry(5.25 * HOUR) },
    'Cap in too long',
    'coach',
    '2026-11-18T10:30',
    true,
  ],
  [
    'half an hour later it is still the coach’s by right, who may have taken it',
    { capIn: entry(5.75 * HOUR) },
    'Cap in too long',
    'coach',
    '2026-11-18T10:00',
    true,
  ],
  [
    'a survey that says so',
    { applicatorSurveys: [survey({ capTooLong: true })] },
    'Cap in too long',
    'coach',
    '2026-11-18T22:00',
  ],
  [
    'a safety check that asks for a clinician',
    { safetyCheckHeld: entry() },
    'Safety check to review',
    'clinician',
    '2026-11-18T22:00',
  ],
  [
    'the first applicator was difficult',
    { applicatorSurveys: [survey({ wasEasy: false })] },
    'Difficult applicator use',
    'coach',
    '2026-11-19T09:00',
  ],
  [
    'the second was',
    { applicatorSurveys: [survey({ wasEasy: false, isFirst: false })] },
    'Difficult applicator use',
    'coach',
    '2026-11-19T22:00',
  ],
  [
    'uncertain',
    { uncertainBeforeTreatment: [entry()] },
    'Unsure about treatment',
    'coach',
    '2026-11-18T13:00',
  ],
  [
    'a message',
    { messagesWaiting: [{ ...entry(), dueAt: NOW + 3 * HOUR }] },
    'Unanswered message',
    'coach',
    '2026-11-18T13:00',
  ],
  [
    'a message that is overdue',
    { messagesWaiting: [{ ...entry(4 * HOUR), dueAt: NOW - HOUR }] },
    'Unanswered message',
    'clinician',
    '2026-11-18T09:00',
  ],
  [
    'a positive',
    { careState: 'pregnant', care: history(['positive']) },
    'Positive test',
    'coach',
    '2026-11-18T22:00',
  ],
  [
    'the third negative',
    { care: history(['negative', 3]) },
    'Third cycle negative',
    'clinician',
    '2026-11-19T22:00',
  ],
  [
    'an unclear test',
    { careState: 'unsure', care: history(['unclear']) },
    'Unclear test',
    'coach',
    '2026-11-18T22:00',
  ],
  [
    'three invalid ones',
    { invalidTests: [entry(2), entry(1), entry()] },
    'Unclear test',
    'coach',
    '2026-11-18T22:00',
  ],
  ['a call that ended', { calls: [call(0)] }, 'Call needs an outcome', 'host', '2026-11-18T12:00'],
  [
    'a note that is missing for a day',
    { calls: [call(DAY, { outcome: 'took-place' })] },
    'Unsigned note',
    'host',
    '2026-11-18T22:00',
  ],
  ['three quiet days', { testFrom: entry(3 * DAY) }, 'No tests logged', 'coach', '2026-11-19T22:00'],
  [
    'a peak of two days ago',
    { lastPeak: peak(2 * DAY) },
    'No applicator report',
    'coach',
    '2026-11-18T22:00',
  ],
  [
    '24 days without a test',
    { applicatorWithoutTest: entry(24 * DAY) },
    'No pregnancy test',
    'coach',
    '2026-11-20T22:00',
  ],
  [
    'a kit',
    { kitRequest: { ...entry(), addressAt: null } },
    'Kit to send',
    'administrator',
    '2026-11-19T22:00',
  ],
  [
    'a mail',
    { mailsParked: [{ ...entry(), callWithinADay: false }] },
    'Email not delivered',
    'administrator',
    '2026-11-19T22:00',
  ],
  [
    'a mail before a call',
    { mailsParked: [{ ...entry(), callWithinADay: true }] },
    'Email not delivered',
    'administrator',
    '2026-11-18T10:00',
  ],
  [
    'leaving',
    { deletion: { ...entry(), on: NOW + 7 * DAY } },
    'Account deletion',
    'administrator',
    '2026-11-23T10:00',
  ],
])('%s', (_, facts, title, owner, due, urgent) => {
  const items = of(facts);
  expect(
    items.map((item) => [item.title, item.owner, localDateTime(item.dueAt, ZONE), item.isUrgent]),
  ).toEqual([[title, owner, due, urgent ?? false]]);
});

test('without facts no one is needed, and neither is anyone a moment early', () => {
  expect(of({})).toEqual([]);
  expect(of({ capIn: entry(5.25 * HOUR - 1) })).toEqual([]);
  expect(of({ lastPeak: peak(2 * DAY - 1) })).toEqual([]);
  expect(of({ testFrom: entry(3 * DAY - 1) })).toEqual([]);
  expect(of({ calls: [call(-1)] })).toEqual([]);
  expect(of({ invalidTests: [entry(1), entry()] })).toEqual([]);
});

test('administrators get an unsent alarm, an invitation unused for a week, and the sixth record opened in a day', () => {
  const items = itemsOf(
    {
      ...NOBODY,
      invitations: [
        { ...entry(7 * DAY), name: 'Ana' },
        { ...entry(7 * DAY - 1), name: 'Ben' },
      ],
      manyOpenings: [{ ...entry(), person: 'Marisol Vega', day: '2026-11-18' }],
      alarmsFailingSince: NOW - MINUTE,
    },
    NOW,
  );
  expect(items.map(({ title, owner }) => [title, owner])).toEqual([
    ['Alarm text not sent', 'administrator'],
    ['Invitation not used', 'administrator'],
    ['Many records opened', 'administrator'],
  ]);
});

test('the owner of a calendar that can’t be read for a day gets an item, and no one else', () => {
  const failing = (since: number) =>
    itemsOf({ ...NOBODY, calendarFailing: { id: 'marisol:1', at: NOW - since, ownerId: 'marisol' } }, NOW);
  expect(failing(DAY - 1)).toEqual([]);
  expect(failing(DAY)).toMatchObject([
    {
      key: 'busy-times-unread:marisol:1',
      title: 'Busy times not read',
      owner: 'host',
      ownerId: 'marisol',
      since: NOW,
    },
  ]);
});

test.each(CARE_STATES.filter((state) => state !== 'treatment'))(
  'nothing asks about missing tests in %s',
  (careState) => {
    const missing = {
      testFrom: entry(9 * DAY),
      lastPeak: peak(9 * DAY),
      applicatorWithoutTest: entry(30 * DAY),
    };
    expect(of({ ...missing, careState })).toEqual([]);
    expect(of({ symptoms: [{ ...entry(), isUrgent: true }], careState })).toHaveLength(1);
  },
);

const isMissing = (after: Partial<PatientFacts>) =>
  of({ lastPeak: peak(3 * DAY), ...after }).some(({ title }) => title === 'No applicator report');
test.each<[what: string, after: (ago: number) => Partial<PatientFacts>]>([
  ['an applicator report', (ago) => ({ lastApplicatorSurveyAt: NOW - ago })],
  ['a completed phase', (ago) => ({ lastPhaseAt: NOW - ago })],
])('‘No applicator report’ ends with %s after the peak, and not with one before it', (_, after) => {
  expect(isMissing(after(3 * DAY + MINUTE))).toBe(true);
  expect(isMissing(after(DAY))).toBe(false);
});

const tested = (result: 'positive' | 'negative' | 'unclear') => (takenOn: LocalDate) => ({
  care: { results: [{ id: 'one', result, cycle: 1, receivedAt: NOW, takenOn }], events: [] },
});
test.each<[what: string, on: (day: LocalDate) => Partial<PatientFacts>]>([
  ['a period', (lastPeriodOn) => ({ lastPeriodOn })],
  ['a positive pregnancy test', tested('positive')],
  ['a negative pregnancy test', tested('negative')],
  ['an unclear pregnancy test', tested('unclear')],
])('‘No applicator report’ ends with %s of a later day, and not with a back-dated one', (_, on) => {
  expect(isMissing(on('2026-11-14'))).toBe(true);
  expect(isMissing(on('2026-11-15'))).toBe(true);
  expect(isMissing(on('2026-11-16'))).toBe(false);
});

test.each([
  ['in the evening', '2026-11-18T01:00:00Z', '2026-11-18T14:00:00Z'], // 8 pm; 9 am
  ['at 1 am', '2026-11-18T06:00:00Z', '2026-11-18T14:00:00Z'],
  ['two days later', '2026-11-19T15:00:00Z', '2026-11-21T03:00:00Z'], // then by closing time of the next day
])('a difficult applicator of November 17, reported %s, is due before the second one', (_, at, due) => {
  const reported = survey({ at: instantFromIso(at), wasEasy: false, on: '2026-11-17' });
  const [item] = of({ applicatorSurveys: [reported] }, instantFromIso(at));
  expect(isoFromInstant(item!.dueAt)).toBe(isoFromInstant(instantFromIso(due)));
});

test('what happens at night is due in the morning, across both clock changes and in three zones', () => {
  const due = (at: string, zone: string) => {
    const moment = instantFromIso(at);
    const [item] = of({ symptoms: [{ id: 'one', at: moment, isUrgent: true }] }, moment, zone);
    return localDateTime(item!.dueAt, zone);
  };
  expect(due('2026-11-01T03:30:00Z', 'America/New_York')).toBe('2026-11-01T09:00'); // clocks go back
  expect(due('2027-03-14T05:00:00Z', 'America/New_York')).toBe('2027-03-14T09:00'); // clocks go forward
  expect(due('2026-11-18T21:30:00Z', 'Europe/London')).toBe('2026-11-19T08:30');
  expect(due('2026-11-18T21:30:00Z', 'Australia/Sydney')).toBe('2026-11-19T09:30');
});

test('an item keeps its key and due time while its cause lasts, and disappears with it', () => {
  const moments = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => minutes * MINUTE);
  const states = fc.constantFrom<CareState>(...CARE_STATES);
  const facts = fc.record({
    careState: states,
    symptoms: fc.array(
      fc.record({ id: fc.uuid(), at: moments.map((ago) => NOW - ago), isUrgent: fc.boolean() }),
      { maxLength: 3 },
    ),
    lastPeak: fc.option(moments.map(peak)),
    testFrom: fc.option(moments.map(entry)),
    applicatorWithoutTest: fc.option(moments.map(entry)),
  });
  fc.assert(
    fc.property(facts, moments, (given, later) => {
      const before = of(given);
      const after = of(given, NOW + later);
      for (const item of before) {
        expect(after).toContainEqual(
          expect.objectContaining({ key: item.key, dueAt: item.dueAt, since: item.since }),
        );
      }
      expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
      expect(after).toEqual(inOrderOfToday(after, NOW + later));
      expect(of({ careState: given.careState })).toEqual([]);
    }),
  );
});

test('titles match the table, each once', () => {
  expect(new Set(RULES.map(({ title }) => title)).size).toBe(RULES.length);
});
