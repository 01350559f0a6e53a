import { expect, test } from 'vitest';
import { cycleReminderEmail } from './cycle-reminder.ts';

const TREATMENT = /cycle|period|ovulat|fertil|applicator|\btest|treatment|pregnan|LH\b|clinic/i;
const DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|\d{4}-\d{2}-\d{2}|\btoday\b|\btomorrow\b/i;

test('a cycle reminder reveals neither its topic nor a day', () => {
  const { subject, text, html } = cycleReminderEmail('https://portal.example.org');
  const words = `${subject} ${text} ${html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')}`;
  expect(words).not.toMatch(TREATMENT);
  expect(words).not.toMatch(DATE);
});
