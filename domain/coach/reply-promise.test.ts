import { expect, test } from 'vitest';
import { hoursFromSettings } from './hours-settings.ts';
import { usualHours } from './clinic-hours.ts';
import { instantFromIso, isoFromInstant } from '../time/instant.ts';
import { dueWords, promiseWords, replyWords, unreadWords } from './reply-promise.ts';
import { answerTodayBy, callBy, isReadBy, replyTo } from './reply-time.ts';

const NEW_YORK = 'America/New_York';
const HERE = usualHours(NEW_YORK);
const at = (time: string, date = '2026-11-18', offset = '-05:00') =>
  instantFromIso(`${date}T${time}:00${offset}`);

test.each([
  ['08:00', 'Write now and you’ll hear back by 11am.'],
  ['13:07', 'Write now and you’ll hear back by 4:07pm.'],
  ['19:00', 'Write now and you’ll hear back by 10pm.'],
  ['19:30', 'Write now and you’ll hear back by 8:30am tomorrow.'],
  ['21:59', 'Write now and you’ll hear back by 10:59am tomorrow.'],
  ['22:00', 'Replies resume at 8am tomorrow. Write now and you’ll hear back by 11am.'],
  ['23:59', 'Replies resume at 8am tomorrow. Write now and you’ll hear back by 11am.'],
  ['00:00', 'Replies resume at 8am. Write now and you’ll hear back by 11am.'],
  ['07:59', 'Replies resume at 8am. Write now and you’ll hear back by 11am.'],
])('at %s the promise is: %s', (time, words) => {
  expect(replyWords(at(time), NEW_YORK, HERE)).toBe(words);
});

test.each([
  ['2026-11-18T09:00:00Z', 'Write now and you’ll hear back by 7am.'],
  ['2026-11-18T23:30:00Z', 'Replies resume at 3am tomorrow. Write now and you’ll hear back by 6am.'],
  ['2026-11-19T06:00:00Z', 'Replies resume at 3am. Write now and you’ll hear back by 6am.'],
])('with a coach in London, at %s a patient in New York reads: %s', (now, words) => {
  expect(replyWords(instantFromIso(now), NEW_YORK, usualHours('Europe/London'))).toBe(words);
});

test('a coach far away starts in the patient’s evening, and a reply may come after midnight', () => {
  const now = instantFromIso('2026-11-18T20:00:00Z');
  expect(replyWords(now, NEW_YORK, usualHours('Asia/Tokyo'))).toBe(
    'Replies resume at 6pm. Write now and you’ll hear back by 9pm.',
  );
  expect(replyWords(now, NEW_YORK, usualHours('Australia/Perth'))).toBe(
    'Replies resume at 7pm. Write now and you’ll hear back by 10pm.',
  );
  expect(replyWords(now, NEW_YORK, usualHours('Asia/Karachi'))).toBe(
    'Replies resume at 10pm. Write now and you’ll hear back by 1am tomorrow.',
  );
});

test.each([
  [NEW_YORK, 'Replies within 3 hours, 8am to 10pm, 7 days a week.'],
  ['Europe/London', 'Replies within 3 hours, 3am to 5pm, 7 days a week.'],
  ['Asia/Karachi', 'Replies within 3 hours, 10pm to 12pm, 7 days a week.'],
])('the hours of a coach in %s are shown in the patient’s time', (clinicZone, words) => {
  expect(promiseWords(at('15:00'), NEW_YORK, usualHours(clinicZone))).toBe(words);
});

test('wherever the patient is, the hours are the clinic’s', () => {
  const now = instantFromIso('2026-11-18T12:00:00Z');
  expect(replyWords(now, 'Europe/London', HERE)).toBe(
    'Replies resume at 1pm. Write now and you’ll hear back by 4pm.',
  );
  expect(replyWords(now, 'America/Los_Angeles', HERE)).toBe(
    'Replies resume at 5am. Write now and you’ll hear back by 8am.',
  );
  expect(replyWords(now, 'Asia/Kathmandu', HERE)).toBe(
    'Replies resume at 6:45pm. Write now and you’ll hear back by 9:45pm.',
  );
});

test('replies resume at 8am local time even when the clocks change overnight', () => {
  const autumn = replyTo(at('23:00', '2026-10-31', '-04:00'), HERE);
  expect(isoFromInstant(autumn.resumesAt!)).toBe('2026-11-01T13:00:00.000Z');
  const spring = replyTo(at('01:30', '2027-03-14'), HERE);
  expect(isoFromInstant(spring.resumesAt!)).toBe('2027-03-14T12:00:00.000Z');
});

test('no one waits longer than overnight plus three hours', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = at('00:00') + minute * 60_000;
    const { by, resumesAt } = replyTo(now, HERE);
    expect(by - now).toBeGreaterThan(0);
    expect(by - now).toBeLessThanOrEqual(13 * 3_600_000);
    if (resumesAt !== null) expect(by - resumesAt).toBe(3 * 3_600_000);
  }
});

test('outside clinic hours, no one reads until 8am in the clinic’s zone, shown in the patient’s time', () => {
  expect(unreadWords(at('07:59'), NEW_YORK, HERE)).toBe('Your care team won’t see this before 8am.');
  expect(unreadWords(at('08:00'), NEW_YORK, HERE)).toBeNull();
  expect(unreadWords(at('21:59'), NEW_YORK, HERE)).toBeNull();
  expect(unreadWords(at('22:00'), NEW_YORK, HERE)).toBe('Your care team won’t see this before 8am.');
  expect(unreadWords(at('22:00'), NEW_YORK, usualHours('Europe/London'))).toBe(
    'Your care team won’t see this before 3am.',
  );
});

test('a report at night counts as read once the clinic opens, and a report during the day right away', () => {
  expect(isReadBy(at('10:00'), at('10:00'), HERE)).toBe(true);
  expect(isReadBy(at('23:00'), at('21:59'), HERE)).toBe(true);
  expect(isReadBy(at('23:00'), at('22:00'), HERE)).toBe(false);
  expect(isReadBy(at('07:59'), at('00:24'), HERE)).toBe(false);
  expect(isReadBy(at('08:00'), at('00:24'), HERE)).toBe(true);
});

test('an existing message has its own due time, in the patient’s time', () => {
  const due = instantFromIso('2026-11-19T13:30:00Z');
  expect(dueWords(due, at('19:30'), NEW_YORK)).toBe('You’ll hear back by 8:30am tomorrow.');
  expect(dueWords(due, at('08:00', '2026-11-19'), NEW_YORK)).toBe('You’ll hear back by 8:30am.');
  expect(dueWords(due, at('08:00', '2026-11-19'), 'Europe/London')).toBe('You’ll hear back by 1:30pm.');
});

test('who asks for a call next to words of self-harm is called within 30 minutes of open hours', () => {
  expect(callBy(at('17:35'), HERE)).toBe(at('18:05'));
  expect(callBy(at('21:50'), HERE)).toBe(at('08:20', '2026-11-19'));
});

// An office with its own hours: weekdays, 9 to half past 5, and an answer within 5 hours.
const OFFICE = hoursFromSettings({
  clinicTimeZone: NEW_YORK,
  careHours: '09:00-17:30',
  careDays: 'Mon,Tue,Wed,Thu,Fri',
  replyHours: '5',
});

test('a clinic’s own hours, days and promise are in its words', () => {
  expect(promiseWords(at('15:00'), NEW_YORK, OFFICE)).toBe(
    'Replies within 5 hours, 9am to 5:30pm, Monday to Friday.',
  );
  const some = { ...OFFICE, days: [1, 3, 6] as const, replyHours: 1 };
  expect(promiseWords(at('15:00'), NEW_YORK, some)).toBe(
    'Replies within 1 hour, 9am to 5:30pm, Monday, Wednesday and Saturday.',
  );
  const always = { ...HERE, opens: '00:00', closes: '24:00' };
  expect(promiseWords(at('15:00'), NEW_YORK, always)).toBe(
    'Replies within 3 hours, 24 hours a day, 7 days a week.',
  );
  expect(replyWords(at('03:00'), NEW_YORK, always)).toBe('Write now and you’ll hear back by 6am.');
});

test.each([
  ['a Wednesday morning', '2026-11-18', '10:00', 'Write now and you’ll hear back by 3pm.'],
  ['a Wednesday afternoon', '2026-11-18', '16:30', 'Write now and you’ll hear back by 1pm tomorrow.'],
  ['a Friday afternoon', '2026-11-20', '16:30', 'Write now and you’ll hear back by 1pm on Monday.'],
  [
    'a Friday night',
    '2026-11-20',
    '18:00',
    'Replies resume at 9am on Monday. Write now and you’ll hear back by 2pm.',
  ],
  [
    'a Sunday',
    '2026-11-22',
    '12:00',
    'Replies resume at 9am tomorrow. Write now and you’ll hear back by 2pm.',
  ],
])('someone who writes to a weekday clinic on %s knows when it replies', (_when, day, time, words) => {
  expect(replyWords(at(time, day), NEW_YORK, OFFICE)).toBe(words);
});

test('over a weekend, no one reads before Monday, and the deadlines of an urgent wish wait for it', () => {
  const saturday = at('12:00', '2026-11-21');
  expect(unreadWords(saturday, NEW_YORK, OFFICE)).toBe('Your care team won’t see this before 9am on Monday.');
  expect(isReadBy(at('08:59', '2026-11-23'), saturday, OFFICE)).toBe(false);
  expect(isReadBy(at('09:00', '2026-11-23'), saturday, OFFICE)).toBe(true);
  expect(callBy(saturday, OFFICE)).toBe(at('09:30', '2026-11-23'));
  expect(answerTodayBy(saturday, OFFICE)).toBe(at('11:00', '2026-11-23'));
});

test('hours that can’t be read are the usual ones', () => {
  const usual = usualHours('America/New_York');
  expect(hoursFromSettings({})).toEqual(usual);
  for (const careHours of ['', '9-5', '09:00-09:59', '22:00-08:00', '25:00-26:00', '08:00-24:01'])
    expect(hoursFromSettings({ careHours }), careHours).toEqual(usual);
  for (const careDays of ['', 'Tue,Mon', 'Mon,Mon', 'Montag', 'Mon,,Tue', '-'])
    expect(hoursFromSettings({ careDays }), careDays).toEqual(usual);
  for (const replyHours of ['', '0', '25', '3.5', 'three'])
    expect(hoursFromSettings({ replyHours }), replyHours).toEqual(usual);
  expect(hoursFromSettings({ careHours: '00:00-24:00', careDays: 'Sun', replyHours: '24' })).toEqual({
    ...usual,
    opens: '00:00',
    closes: '24:00',
    days: [7],
    replyHours: 24,
  });
});
