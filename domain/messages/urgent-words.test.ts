import { expect, test } from 'vitest';
import { mentionsUrgent } from './urgent-words.ts';

test.each([
  'I have a strong pain on one side',
  'PAIN',
  'It is painful to sit.',
  'I am bleeding',
  'there is blood on the cap',
  'Since noon I bled through two pads',
  'large clots',
  'a fever, and I feel feverish',
  'I fainted.',
  'She passed out',
  'a rash like sunburn',
  'I can’t breathe',
  "I can't breathe",
  'I want to hurt myself',
  'Should I call 911?',
])('%j brings up how to get help', (text) => {
  expect(mentionsUrgent(text)).toBe(true);
});

test.each([
  '',
  'When will my kit arrive?',
  'The paint on the box came off',
  'My blood test is on Monday, and the blood results come on Friday',
  'A very faintly colored line',
  'painstaking',
  'Order 19112',
])('%j does not', (text) => {
  expect(mentionsUrgent(text)).toBe(false);
});
