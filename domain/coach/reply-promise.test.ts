import { expect, test } from 'vitest';
import { instantFromIso, isoFromInstant } from '../time/instant.ts';
import {
  callBy,
  dueWords,
  isReadBy,
  promiseWords,
  replyTo,
  replyWords,
  unreadWords,
} from './reply-promise.ts';

const NEW_YORK = 'America/New_York';
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
  expect(replyWords(at(time), NEW_YORK, NEW_YORK)).toBe(words);
});

test.each([
  ['2026-11-18T09:00:00Z', 'Write now and you’ll hear back by 7am.'],
  ['2026-11-18T23:30:00Z', 'Replies resume at 3am tomorrow. Write now and you’ll hear back by 6am.'],
  ['2026-11-19T06:00:00Z', 'Replies resume at 3am. Write now and you’ll hear back by 6am.'],
])('with a coach in London, at %s a patient in New York reads: %s', (now, words) => {
  expect(replyWords(instantFromIso(now), NEW_YORK, 'Europe/London')).toBe(words);
});

test('a coach far away starts in the patient’s evening, and a reply may come after midnight', () => {
  const now = instantFromIso('2026-11-18T20:00:00Z');
  expect(replyWords(now, NEW_YORK, 'Asia/Tokyo')).toBe(
    'Replies resume at 6pm. Write now and you’ll hear back by 9pm.',
  );
  expect(replyWords(now, NEW_YORK, 'Australia/Perth')).toBe(
    'Replies resume at 7pm. Write now and you’ll hear back by 10pm.',
  );
  expect(replyWords(now, NEW_YORK, 'Asia/Karachi')).toBe(
    'Replies resume at 10pm. Write now and you’ll hear back by 1am tomorrow.',
  );
});

test.each([
  [NEW_YORK, 'Replies within 3 hours, 8am to 10pm, 7 days a week.'],
  ['Europe/London', 'Replies within 3 hours, 3am to 5pm, 7 days a week.'],
  ['Asia/Karachi', 'Replies within 3 hours, 10pm to 12pm, 7 days a week.'],
])('the hours of a coach in %s are shown in the patient’s time', (clinicZone, words) => {
  expect(promiseWords(at('15:00'), NEW_YORK, clinicZone)).toBe(words);
});

test('wherever the patient is, the hours are the clinic’s', () => {
  const now = instantFromIso('2026-11-18T12:00:00Z');
  expect(replyWords(now, 'Europe/London', NEW_YORK)).toBe(
    'Replies resume at 1pm. Write now and you’ll hear back by 4pm.',
  );
  expect(replyWords(now, 'America/Los_Angeles', NEW_YORK)).toBe(
    'Replies resume at 5am. Write now and you’ll hear back by 8am.',
  );
  expect(replyWords(now, 'Asia/Kathmandu', NEW_YORK)).toBe(
    'Replies resume at 6:45pm. Write now and you’ll hear back by 9:45pm.',
  );
});

test('replies resume at 8am local time even when the clocks change overnight', () => {
  const autumn = replyTo(at('23:00', '2026-10-31', '-04:00'), NEW_YORK);
  expect(isoFromInstant(autumn.resumesAt!)).toBe('2026-11-01T13:00:00.000Z');
  const spring = replyTo(at('01:30', '2027-03-14'), NEW_YORK);
  expect(isoFromInstant(spring.resumesAt!)).toBe('2027-03-14T12:00:00.000Z');
});

test('no one waits longer than overnight plus three hours', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = at('00:00') + minute * 60_000;
    const { by, resumesAt } = replyTo(now, NEW_YORK);
    expect(by - now).toBeGreaterThan(0);
    expect(by - now).toBeLessThanOrEqual(13 * 3_600_000);
    if (resumesAt !== null) expect(by - resumesAt).toBe(3 * 3_600_000);
  }
});

test('outside clinic hours, no one reads until 8am in the clinic’s zone, shown in the patient’s time', () => {
  expect(unreadWords(at('07:59'), NEW_YORK, NEW_YORK)).toBe('Your care team won’t see this before 8am.');
  expect(unreadWords(at('08:00'), NEW_YORK, NEW_YORK)).toBeNull();
  expect(unreadWords(at('21:59'), NEW_YORK, NEW_YORK)).toBeNull();
  expect(unreadWords(at('22:00'), NEW_YORK, NEW_YORK)).toBe('Your care team won’t see this before 8am.');
  expect(unreadWords(at('22:00'), NEW_YORK, 'Europe/London')).toBe(
    'Your care team won’t see this before 3am.',
  );
});

test('a report at night counts as read once the clinic opens, and a report during the day right away', () => {
  expect(isReadBy(at('10:00'), at('10:00'), NEW_YORK)).toBe(true);
  expect(isReadBy(at('23:00'), at('21:59'), NEW_YORK)).toBe(true);
  expect(isReadBy(at('23:00'), at('22:00'), NEW_YORK)).toBe(false);
  expect(isReadBy(at('07:59'), at('00:24'), NEW_YORK)).toBe(false);
  expect(isReadBy(at('08:00'), at('00:24'), NEW_YORK)).toBe(true);
});

test('an existing message has its own due time, in the patient’s time', () => {
  const due = instantFromIso('2026-11-19T13:30:00Z');
  expect(dueWords(due, at('19:30'), NEW_YORK)).toBe('You’ll hear back by 8:30am tomorrow.');
  expect(dueWords(due, at('08:00', '2026-11-19'), NEW_YORK)).toBe('You’ll hear back by 8:30am.');
  expect(dueWords(due, at('08:00', '2026-11-19'), 'Europe/London')).toBe('You’ll hear back by 1:30pm.');
});

test('who asks for a call next to words of self-harm is called within 30 minutes of open hours', () => {
  expect(callBy(at('17:35'), NEW_YORK)).toBe(at('18:05'));
  expect(callBy(at('21:50'), NEW_YORK)).toBe(at('08:20', '2026-11-19'));
});
