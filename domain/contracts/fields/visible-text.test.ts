import { expect, test } from 'vitest';
import { TeamCareRequest } from '../team/team-care.ts';
import { TeamNotesRequest } from '../team/team-notes.ts';
import { TeamOpenWithReasonRequest } from '../team/team-open-with-reason.ts';
import { TeamPeopleRequest } from '../team/team-people.ts';
import { hasVisibleText } from './visible-text.ts';

const id = '00000000-0000-4000-8000-000000000001';
const UNSEEN = ['', ' \n\t', '\u200B', '\u3164', '\uFFA0', '\u115F', '\u2800', '\u00AD \u2060', '\u{E0041}'];
const SEEN = ['a', '.', '😀', 'נ', '\u200Bword', '👩\u200D👩'];

test('text that renders as nothing is not text', () => {
  expect(UNSEEN.filter(hasVisibleText)).toEqual([]);
  expect(SEEN.filter(hasVisibleText)).toEqual(SEEN);
});

/** Each text that a care team member must enter. */
const REQUIRED: [string, { safeParse: (sent: unknown) => { success: boolean } }, (text: string) => object][] =
  [
    ['the reason of an opening', TeamOpenWithReasonRequest, (words) => ({ id, category: 'safety', words })],
    [
      'what a contact was about',
      TeamCareRequest,
      (words) => ({ action: 'contact', id, how: 'phone', words }),
    ],
    ['an addendum', TeamNotesRequest, (text) => ({ action: 'addendum', noteId: id, text })],
    ['why a note is withdrawn', TeamNotesRequest, (reason) => ({ action: 'withdraw', noteId: id, reason })],
    [
      'the name of a colleague',
      TeamPeopleRequest,
      (name) => ({ action: 'invite', email: 'noa@clinic.example', name, role: 'coach', timeZone: 'UTC' }),
    ],
  ];

test.each(REQUIRED)('%s of invisible characters alone is refused', (_, shape, sent) => {
  for (const text of UNSEEN) expect([text, shape.safeParse(sent(text)).success]).toEqual([text, false]);
  expect(shape.safeParse(sent('Words')).success).toBe(true);
});

test('a draft of invisible characters is empty, and no one can sign it', () => {
  const draft = {
    action: 'save',
    patientId: id,
    kind: 'medical',
    date: '2026-11-16',
    title: '\u3164',
    text: '\u200B',
  };
  expect(TeamNotesRequest.parse(draft)).toMatchObject({ title: '', text: '' });
});
