import { expect, test } from 'vitest';
import { careNewsEmail, timerEmail, timerText } from './care-notices.ts';

const SITE = 'https://portal.example.org';
const HEALTH =
  /cycle|period|ovulat|fertil|applicator|\bcap\b|\bkit\b|safety|\btest|treatment|pregnan|LH\b|clinic|doctor/i;
const DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|\d{4}-\d{2}-\d{2}|\btoday\b|\btomorrow\b/i;

test.each([
  ['news from the care team', careNewsEmail(SITE)],
  ['a late timer', timerEmail(SITE)],
])('the email about %s reveals neither its topic nor a day', (_, { subject, text, html }) => {
  const words = `${subject} ${text} ${html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')}`;
  expect(words).not.toMatch(HEALTH);
  expect(words).not.toMatch(DATE);
  expect(text).toContain(`${SITE}/home`);
});

test('the text about a late timer is just as discreet, and fits in one message', () => {
  expect(timerText(SITE)).not.toMatch(HEALTH);
  expect(timerText(SITE).length).toBeLessThanOrEqual(160);
});
