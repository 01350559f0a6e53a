import { expect, test } from 'vitest';
import { openingOf, type Draft } from './questionnaire-draft.ts';
import { EMPTY_FORM } from './questionnaire-form.ts';

const aged = (user_age: string) => ({ ...EMPTY_FORM, user_age });
const draft = (age: string, answersAt: string | null, keptAt: string | null): Draft => ({
  form: aged(age),
  answersAt,
  keptAt,
});
const saved = { form: aged('30'), savedAt: 'monday' };
const none = { saved: null, kept: null, local: null };

test.each([
  ['nothing at all', none, '', false],
  ['what was saved', { ...none, saved }, '30', false],
  ['what another device left half-filled', { ...none, kept: draft('31', null, '10:00') }, '31', true],
  ['what this tab left half-filled', { ...none, local: draft('32', null, null) }, '32', true],
  [
    'what this tab typed since it was last kept',
    { ...none, kept: draft('31', null, '10:00'), local: draft('32', null, '10:00') },
    '32',
    true,
  ],
  [
    'what another device kept after this tab',
    { ...none, kept: draft('31', null, '11:00'), local: draft('32', null, '10:00') },
    '31',
    true,
  ],
  ['a draft of the saved answers', { saved, kept: draft('31', 'monday', '10:00'), local: null }, '31', true],
  [
    'the saved answers, where every draft is of older ones',
    { saved, kept: draft('31', null, '10:00'), local: draft('32', 'sunday', '10:00') },
    '30',
    false,
  ],
  [
    'this tab’s draft, where the server keeps one of older answers',
    { saved, kept: draft('31', null, '11:00'), local: draft('32', 'monday', '10:00') },
    '32',
    true,
  ],
  [
    'this tab’s draft, where the saved answers could not be read',
    { saved: undefined, kept: null, local: draft('32', null, '10:00') },
    '32',
    true,
  ],
])('the form opens with %s', (_, found, age, isDraft) => {
  const opening = openingOf(found);
  expect([opening.form.user_age, opening.isDraft, opening.answersAt]).toEqual([
    age,
    isDraft,
    found.saved?.savedAt ?? null,
  ]);
});
