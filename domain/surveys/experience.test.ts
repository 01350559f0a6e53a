import { expect, test } from 'vitest';
import { EXPERIENCE_SURVEY } from '../copy/experience-survey.ts';
import { MAX_EXPERIENCE_TEXT, MAX_MESSAGE } from '../contracts/fields/lengths.ts';
import { MessageText } from '../contracts/fields/message-text.ts';
import { experienceMessage } from './experience.ts';

test('the care team reads each answer under its question', () => {
  expect(
    experienceMessage({ overall: 'Harder than I expected', helped: ' My coach \n', better: 'More evenings' }),
  ).toBe(
    'Tell us how it was for you\n\nHow was your treatment with us?\nHarder than I expected\n\nWhat helped?\nMy coach\n\nWhat could we do better?\nMore evenings',
  );
});

test('a question without an answer is left out, and without any answer there is nothing to send', () => {
  expect(experienceMessage({ overall: null, helped: 'My coach', better: ' ' })).toBe(
    'Tell us how it was for you\n\nWhat helped?\nMy coach',
  );
  expect(experienceMessage({ overall: null, helped: ' ', better: '' })).toBe('');
});

test('the longest answers fit into a message', () => {
  const long = 'x'.repeat(MAX_EXPERIENCE_TEXT);
  for (const overall of EXPERIENCE_SURVEY.answers) {
    const text = experienceMessage({ overall, helped: long, better: long });
    expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE);
    expect(MessageText.safeParse(text).success).toBe(true);
  }
});
