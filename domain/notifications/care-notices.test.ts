import { expect, test } from 'vitest';
import { careNewsMail, timerMail, timerText } from './care-notices.ts';

const SITE = 'https://portal.example.org';
const HEALTH =
  /cycle|period|ovulat|fertil|applicator|\bcap\b|\bkit\b|safety|\btest|treatment|pregnan|LH\b|clinic|doctor/i;
const DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|\d{4}-\d{2}-\d{2}|\btoday\b|\btomorrow\b/i;

test.each([
  ['news from the care team', careNewsMail(SITE)],
  ['a late timer', timerMail(SITE)],
])('the email about %s says neither what it is about nor a day', (_, { subject, text, html }) => {
  const words = `${subject} ${text} ${html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')}`;
  expect(words).not.toMatch(HEALTH);
  expect(words).not.toMatch(DATE);
  expect(text).toContain(`${SITE}/home`);
});

test('the text about a late timer is as discreet, and short enough for one message', () => {
  expect(timerText(SITE)).not.toMatch(HEALTH);
  expect(timerText(SITE).length).toBeLessThanOrEqual(160);
});
