import { expect, test } from 'vitest';
import { urgencyOf } from './urgent-words.ts';

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
  'Should I call 911?',
  'I feel very unwell',
  'diarrhea since last night',
  'Some dizziness',
  'I am light-headed, lightheaded even',
  'I blacked out',
  'it is in my shoulder',
  'Everything aches',
  'a stomachache',
  'My temperature is up',
  'I have the chills',
  'a hemorrhage',
  'I am short of breath',
])('%j brings up how to get help', (text) => {
  expect(urgencyOf(text)).toBe('strong');
});

test.each([
  'I want to hurt myself',
  'I want to die',
  'I think of suicide',
  'to end my life',
  'I took an overdose and am in pain',
])('%j brings it up without a word of a cap', (text) => {
  expect(urgencyOf(text)).toBe('self-harm');
});

test.each([
  '',
  'When will my kit arrive?',
  'The paint on the box came off',
  'My blood test is on Monday, and the blood results come on Friday',
  'A very faintly colored line',
  'painstaking',
  'Order 19112',
  'One of the coaches reaches me at noon',
  'The sample rests at room temperature',
])('%j does not', (text) => {
  expect(urgencyOf(text)).toBeNull();
});
