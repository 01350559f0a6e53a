import { DAY, instantFromIso, MINUTE, type Instant } from '../time/instant.ts';
import type { ClinicFacts, PatientFacts } from './facts.ts';
import type { Decision } from './item-with-decision.ts';
import { call, entry, history, HOUR, NOW, peak, survey } from './testing.ts';
import type { Person } from './who-may-end.ts';

export const READERS = {
  Marisol: { id: 'marisol', role: 'coach' },
  Imani: { id: 'imani', role: 'coach' },
  'Dr. Lind': { id: 'dr-lind', role: 'clinician' },
  Alex: { id: 'alex', role: 'administrator' },
} as const satisfies Record<string, Person>;
export type Reader = keyof typeof READERS;

/**
 * What is known, when, and who reads Today. Robin's coach is Marisol. It is Wednesday, November 18, 10 am,
 * unless `now` is given.
 */
export type Moment = {
  when: string;
  reader?: Reader;
  now?: Instant;
  patients?: Partial<PatientFacts>[];
  clinic?: Partial<ClinicFacts>;
  decisions?: Decision[];
};

const robin = (facts: Partial<PatientFacts>): Pick<Moment, 'patients'> => ({ patients: [facts] });
const at = (iso: string) => ({ id: 'one', at: instantFromIso(iso) });
const symptoms = (more: object, since: Pick<PatientFacts['symptoms'][number], 'id' | 'at'> = at(TEN)) => ({
  symptoms: [{ ...since, isUrgent: true, signs: ['pain', 'fainting'], strength: 'strong', ...more }],
});
const TEN = '2026-11-18T15:00:00Z';
const spotting = symptoms({ isUrgent: false, signs: ['spotting'], strength: 'mild' });
const EVENING = '2026-11-19T01:15:00Z'; // 8:15 pm
const LATE_EVENING = '2026-11-19T02:40:00Z'; // 9:40 pm
const NIGHT = '2026-11-18T06:00:00Z'; // 1 am
const decided = (
  key: string,
  decision: Decision['decision'],
  by: Reader,
  more: Partial<Decision> = {},
): Decision => ({
  key,
  patientId: 'patient',
  version: 1,
  decision,
  by: { id: READERS[by].id, name: by, role: READERS[by].role },
  to: null,
  at: NOW,
  heldSince: more.at ?? NOW,
  seenUntil: null,
  remindAt: null,
  handover: null,
  ...more,
});
const waiting = (ago: number, topic = 'Question', firstWords = 'Can I swim?', lastAgo = ago) => ({
  messagesWaiting: [
    { ...entry(ago), id: 'one', dueAt: NOW - ago + 3 * HOUR, lastAt: NOW - lastAgo, topic, firstWords },
  ],
});
const putOffMessage = decided('message-waits:one', 'remind', 'Marisol', {
  at: NOW - HOUR,
  remindAt: NOW + DAY,
});
/** Confirmed by a clinician. */
const confirmedLoss = (): Partial<PatientFacts> => {
  const { results, events } = history(['positive'], ['loss']);
  return {
    careState: 'after-loss',
    care: { results, events: events.map((event) => Object.assign({}, event, { byClinician: true })) },
  };
};
const URGENT = 'urgent-symptoms:one';
const MILD = 'symptoms:one';

const URGENT_MOMENTS: Moment[] = [
  { when: 'pain with fainting at 10 am, read by the coach', ...robin(symptoms({})) },
  { when: 'the same, read by a clinician', reader: 'Dr. Lind', ...robin(symptoms({})) },
  {
    when: 'pain with fainting at 8:15 pm',
    reader: 'Dr. Lind',
    now: instantFromIso(EVENING),
    ...robin(symptoms({}, at(EVENING))),
  },
  {
    when: 'pain with fainting at 9:40 pm, 20 minutes before the clinic closes',
    reader: 'Dr. Lind',
    now: instantFromIso(LATE_EVENING),
    ...robin(symptoms({}, at(LATE_EVENING))),
  },
  {
    when: 'pain with fainting at 1 am',
    reader: 'Dr. Lind',
    now: instantFromIso(NIGHT),
    ...robin(symptoms({}, at(NIGHT))),
  },
  {
    when: 'urgent symptoms reported three times',
    reader: 'Dr. Lind',
    ...robin({
      symptoms: [3, 2, 1].map((hours) =>
        Object.assign(
          { isUrgent: true, signs: ['pain', 'fainting'], strength: 'strong' },
          entry(hours * HOUR),
        ),
      ),
    }),
  },
  { when: 'a cap in for 5 hours and 15 minutes', ...robin({ capIn: entry(5.25 * HOUR) }) },
  {
    when: 'half an hour later no one has taken it',
    reader: 'Dr. Lind',
    ...robin({ capIn: entry(5.75 * HOUR) }),
  },
  { when: 'a cap that came out after 6 hours', ...robin({ lateCaps: [entry(8 * HOUR)] }) },
  {
    when: 'a negative test after a positive one',
    reader: 'Dr. Lind',
    ...robin({ careState: 'unsure', care: history(['positive'], ['negative']) }),
  },
  {
    when: 'a message with words of self-harm',
    reader: 'Dr. Lind',
    ...robin({
      concerns: [{ ...entry(), concern: 'self-harm' }],
      ...waiting(0, 'Question', 'I don’t want to live'),
    }),
  },
  {
    when: 'a patient who asks for a call now',
    reader: 'Dr. Lind',
    ...robin({ concerns: [{ ...entry(), concern: 'call-me' }] }),
  },
  {
    when: 'a message that mentions an urgent symptom',
    reader: 'Dr. Lind',
    ...robin({ concerns: [{ ...entry(), concern: 'urgent' }] }),
  },
  {
    when: 'a message that mentions a pregnancy loss',
    reader: 'Dr. Lind',
    ...robin({
      concerns: [{ ...entry(), concern: 'loss' }],
      ...waiting(0, 'Question', 'I lost the baby last night'),
    }),
  },
  {
    when: 'a blocked patient who needs an answer today',
    reader: 'Dr. Lind',
    ...robin({
      safetyCheckHeld: { ...entry(HOUR), answers: [{ question: 'coil', answer: 'not-sure' }] },
      concerns: [{ ...entry(), concern: 'answer-today' }],
    }),
  },
];

const MESSAGES_AND_CALLS: Moment[] = [
  { when: 'a message of a minute ago', ...robin(waiting(MINUTE)) },
  {
    when: 'a message with half of its time gone, read by another coach',
    reader: 'Imani',
    ...robin(waiting(2 * HOUR)),
  },
  { when: 'a message whose time is over', reader: 'Dr. Lind', ...robin(waiting(4 * HOUR)) },
  { when: 'a reply that was not read for a week', ...robin({ messagesUnread: [entry(7 * DAY)] }) },
  {
    when: 'a patient who is having a hard time',
    ...robin({ concerns: [{ ...entry(), concern: 'hard-time' }] }),
  },
  { when: 'a call that ended 10 minutes ago', reader: 'Dr. Lind', ...robin({ calls: [call(10 * MINUTE)] }) },
  {
    when: 'the same, read by the patient’s coach, who is not its host',
    ...robin({ calls: [call(10 * MINUTE)] }),
  },
  {
    when: 'a call in three days whose host is away then',
    ...robin({ calls: [call(-3 * DAY, { at: NOW + 3 * DAY, isHostAway: true })] }),
  },
  {
    when: 'a call of yesterday without a signed note',
    reader: 'Dr. Lind',
    ...robin({ calls: [call(DAY, { outcome: 'took-place' })] }),
  },
  {
    when: 'a follow-up for oneself',
    ...robin({ followUps: [{ ...entry(DAY), dueAt: NOW + HOUR, toId: 'marisol', text: 'Ask about sleep' }] }),
  },
];

const TREATMENT: Moment[] = [
  {
    when: 'mild symptoms',
    ...robin(spotting),
  },
  {
    when: 'a safety check with an answer of concern',
    reader: 'Dr. Lind',
    ...robin({ safetyCheckHeld: { ...entry(), answers: [{ question: 'coil', answer: 'not-sure' }] } }),
  },
  {
    when: 'the first applicator was difficult',
    ...robin({ applicatorSurveys: [survey({ wasEasy: false })] }),
  },
  {
    when: 'a survey says that the cap was in for over 5 hours',
    ...robin({ applicatorSurveys: [survey({ capTooLong: true })] }),
  },
  {
    when: 'a consultation was completed yesterday, and no kit was asked for',
    ...robin({ consulted: { ...entry(DAY), hasKit: false } }),
  },
  {
    when: 'the same, of a patient with a kit and without a coach',
    reader: 'Dr. Lind',
    ...robin({ consulted: { ...entry(DAY), hasKit: true }, coachId: null }),
  },
  { when: 'unsure about using the kit', ...robin({ uncertainBeforeTreatment: [entry()] }) },
  {
    when: 'a peak on November 15 without an applicator report',
    ...robin({ lastPeak: peak(3 * DAY) }),
  },
  {
    when: 'the same peak, and a period logged since',
    ...robin({ lastPeak: peak(3 * DAY), lastPeriodOn: '2026-11-17' }),
  },
  {
    when: 'nothing logged for 3 days while the testing window is open',
    ...robin({ testFrom: entry(4 * DAY), lastLogAt: NOW - 9 * DAY }),
  },
  {
    when: 'no pregnancy test 24 days after an applicator',
    ...robin({ applicatorWithoutTest: entry(24 * DAY) }),
  },
  {
    when: 'three invalid ovulation tests in a row',
    ...robin({ invalidTests: [entry(3 * DAY), entry(2 * DAY), entry(DAY)] }),
  },
  {
    when: 'a pregnancy test that is hard to read',
    ...robin({ careState: 'unsure', care: history(['unclear']) }),
  },
  { when: 'a positive test', ...robin({ careState: 'pregnant', care: history(['positive']) }) },
  {
    when: 'a negative test in the third cycle',
    reader: 'Dr. Lind',
    ...robin({ care: history(['negative', 3]) }),
  },
];

const OUTSIDE_TREATMENT: Moment[] = [
  {
    when: 'a loss that the patient reported',
    reader: 'Dr. Lind',
    ...robin({ careState: 'after-loss', care: history(['positive'], ['loss']) }),
  },
  {
    when: 'two weeks later, once a clinician confirmed the loss',
    now: NOW + 14 * DAY,
    ...robin(confirmedLoss()),
  },
  {
    when: 'six weeks later',
    now: NOW + 42 * DAY,
    ...robin(confirmedLoss()),
  },
  {
    when: 'a positive test after treatment stopped',
    reader: 'Dr. Lind',
    ...robin({ careState: 'pregnant', care: history(['stop'], ['positive']) }),
  },
];

const DECIDED: Moment[] = [
  {
    when: 'urgent symptoms that a coach took',
    reader: 'Dr. Lind',
    ...robin(symptoms({})),
    decisions: [decided(URGENT, 'take', 'Marisol')],
  },
  {
    when: 'urgent symptoms that a clinician took',
    reader: 'Dr. Lind',
    ...robin(symptoms({})),
    decisions: [decided(URGENT, 'take', 'Dr. Lind')],
  },
  {
    when: 'the clinician left a voicemail: no reminder hides what is urgent',
    reader: 'Dr. Lind',
    ...robin(symptoms({})),
    decisions: [decided(URGENT, 'contact', 'Dr. Lind', { remindAt: NOW + HOUR })],
  },
  {
    when: 'the clinician spoke with the patient',
    reader: 'Dr. Lind',
    ...robin(symptoms({})),
    decisions: [decided(URGENT, 'done', 'Dr. Lind', { seenUntil: NOW })],
  },
  {
    when: 'mild symptoms, put off until the afternoon',
    ...robin(spotting),
    decisions: [decided(MILD, 'remind', 'Marisol', { remindAt: NOW + 4 * HOUR })],
  },
  {
    when: 'the same in the afternoon',
    now: NOW + 4 * HOUR,
    ...robin(spotting),
    decisions: [decided(MILD, 'remind', 'Marisol', { remindAt: NOW + 4 * HOUR })],
  },
  {
    when: 'a message put off until tomorrow',
    ...robin(waiting(80 * MINUTE)),
    decisions: [putOffMessage],
  },
  {
    when: 'the same, and the patient wrote again in that conversation',
    ...robin(waiting(80 * MINUTE, 'Question', 'Can I swim?', MINUTE)),
    decisions: [putOffMessage],
  },
  {
    when: 'mild symptoms handed off to another coach, who reads Today',
    reader: 'Imani',
    ...robin(spotting),
    decisions: [decided(MILD, 'hand-over', 'Marisol', { to: { id: 'imani', name: 'Imani' } })],
  },
  {
    when: 'a call that ended 10 minutes ago, handed off by its host to another coach, who reads Today',
    reader: 'Imani',
    ...robin({ calls: [call(10 * MINUTE, { id: 'one' })] }),
    decisions: [
      decided('call-without-outcome:one', 'hand-over', 'Dr. Lind', { to: { id: 'imani', name: 'Imani' } }),
    ],
  },
  {
    when: 'a cap that its coach took in time, and half an hour is over',
    ...robin({ capIn: { ...entry(5.75 * HOUR), id: 'one' } }),
    decisions: [decided('cap-too-long:one', 'take', 'Marisol', { at: NOW - MINUTE })],
  },
  {
    when: 'the same coach left a voicemail after half an hour was over',
    ...robin({ capIn: { ...entry(5.75 * HOUR), id: 'one' } }),
    decisions: [decided('cap-too-long:one', 'contact', 'Marisol', { at: NOW, heldSince: NOW - 20 * MINUTE })],
  },
  {
    when: 'a cap handed off, and half an hour is over',
    reader: 'Imani',
    ...robin({ capIn: { ...entry(5.75 * HOUR), id: 'one' } }),
    decisions: [decided('cap-too-long:one', 'hand-over', 'Marisol', { to: { id: 'imani', name: 'Imani' } })],
  },
];

const OFFICE: Moment[] = [
  {
    when: 'a kit to send, no address yet',
    reader: 'Alex',
    ...robin({ kitRequest: { ...entry(), addressAt: null } }),
  },
  {
    when: 'the address changed after the kit was sent, and it is late',
    reader: 'Alex',
    ...robin({ kitSent: { ...entry(8 * DAY), addressChangedAt: NOW - DAY } }),
  },
  {
    when: 'an email not delivered, with a call within a day',
    reader: 'Alex',
    ...robin({ mailsParked: [{ ...entry(), callWithinADay: true }] }),
  },
  {
    when: 'an account to be deleted',
    reader: 'Alex',
    ...robin({ deletion: { ...entry(), on: NOW + 7 * DAY } }),
  },
  {
    when: 'an invitation of eight days ago, many records opened, and alarms that do not go out',
    reader: 'Alex',
    clinic: {
      invitations: [{ ...entry(8 * DAY), name: 'Sam Ito' }],
      manyOpenings: [{ ...entry(HOUR), person: 'Imani', day: '2026-11-18' }],
      alarmsFailingSince: NOW - HOUR,
    },
  },
  {
    when: 'a coach’s own calendar that could not be read since yesterday morning',
    clinic: { calendarFailing: { ...entry(25 * HOUR), ownerId: 'marisol' } },
  },
  { when: 'urgent symptoms, read by an administrator', reader: 'Alex', ...robin(symptoms({})) },
];

const MORNING: Partial<PatientFacts>[] = [
  { id: 'robin', name: 'Robin', lastPeak: peak(25 * DAY) },
  { id: 'sam', name: 'Sam', ...symptoms({}, entry(MINUTE)) },
  { id: 'kim', name: 'Kim', capIn: entry(6 * HOUR) },
  { id: 'ana', name: 'Ana', ...waiting(4 * HOUR, 'Kit', 'When does it come?') },
  { id: 'lee', name: 'Lee', uncertainBeforeTreatment: [entry(HOUR)] },
  { id: 'max', name: 'Max', calls: [call(3 * HOUR, { hostId: 'marisol' })] },
];
const WHOLE_DAYS: Moment[] = [
  { when: 'a morning with six patients, read by their coach', patients: MORNING },
  { when: 'the same, read by a clinician', reader: 'Dr. Lind', patients: MORNING },
];

export const CHAPTERS: Record<string, Moment[]> = {
  'What cannot wait': URGENT_MOMENTS,
  'Messages, calls and follow-ups': MESSAGES_AND_CALLS,
  'In treatment': TREATMENT,
  'After a loss or a stop': OUTSIDE_TREATMENT,
  'Taken, tried, put off, handed off and done': DECIDED,
  'For administrators': OFFICE,
  'Whole mornings': WHOLE_DAYS,
};
