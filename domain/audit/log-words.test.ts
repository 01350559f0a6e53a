import { expect, test } from 'vitest';
import { logWords, reasonGiven } from './log-words.ts';

test.each([
  ['read', 'care_record', 'Opened or changed the care record'],
  ['read', 'consents', 'Opened consents'],
  ['update', 'appointments', 'Changed calls'],
  ['delete', 'coach_assignments', 'Removed assigned coach'],
  ['read', 'summary', 'Saw the line in a list'],
  ['insert', 'record_openings', 'Opened the record with a reason'],
  ['update', 'team_role', 'Changed the role'],
  ['read', 'administrative_items', 'Saw the name on Today'],
  ['insert', 'attention_decisions', 'Decided about something on Today'],
  ['read', 'refused_not_allowed', 'Was refused'],
  ['read', 'something_new', 'Opened something of the record'],
] as const)('%s of %s is told as “%s”', (action, kind, words) => {
  expect(logWords({ action, kind })).toBe(words);
});

test('a reason is told in the words in which it was given', () => {
  expect(reasonGiven('cover')).toBe('Covering for a colleague');
  expect(reasonGiven('new-one')).toBe('Another reason');
});
