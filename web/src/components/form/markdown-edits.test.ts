import { describe, expect, test } from 'vitest';
import {
  bold,
  bullets,
  continueList,
  edited,
  heading,
  link,
  numbers,
  type Edit,
  type Place,
} from './markdown-edits.ts';

/** A text with what is selected between bars: 'one |two| three'. */
function placeIn(marked: string): Place {
  const [before = '', chosen, after] = marked.split('|');
  const inside = after === undefined ? '' : (chosen ?? '');
  return {
    text: before + inside + (after ?? chosen ?? ''),
    start: before.length,
    end: before.length + inside.length,
  };
}
function shown(place: Place, edit: Edit): string {
  const text = edited(place.text, edit);
  const [start, end] = edit.select;
  const inside = start === end ? '|' : `|${text.slice(start, end)}|`;
  return text.slice(0, start) + inside + text.slice(end);
}
const pressed = (edit: (place: Place) => Edit, marked: string) =>
  shown(placeIn(marked), edit(placeIn(marked)));

describe('bold', () => {
  test.each([
    ['Take |one| a day', 'Take **|one|** a day'],
    ['Take **|one|** a day', 'Take |one| a day'],
    ['Take |one |a day', 'Take **|one|** a day'],
    ['Take |', 'Take **|bold text|**'],
    ['|$& costs|', '**|$& costs|**'],
  ])('%j becomes %j', (before, after) => expect(pressed(bold, before)).toBe(after));
});

describe('lines', () => {
  test.each([
    [heading, 'How it |went', '## How it went|'],
    [heading, '## How it |went', 'How it went|'],
    [bullets, '|', '- |'],
    [bullets, 'Plan\n|sleep\nrest|', 'Plan\n|- sleep\n- rest|'],
    [bullets, '|- sleep\n- rest|', '|sleep\nrest|'],
    [numbers, '|- sleep\n\n- rest\n|after', '|1. sleep\n\n2. rest|\nafter'],
    [heading, '1. First|', '## First|'],
  ])('%o turns %j into %j', (edit, before, after) => expect(pressed(edit, before)).toBe(after));
});

test('a link keeps its text and its address as typed', () => {
  const place = placeIn('See |the guide|.');
  expect(shown(place, link(place, 'the [short] guide', 'https://clinic.example/a b'))).toBe(
    String.raw`See [the \[short\] guide](<https://clinic.example/a b>)|.`,
  );
});

describe('Enter', () => {
  test.each([
    ['- sleep|', '- sleep\n- |'],
    ['2. rest|', '2. rest\n3. |'],
    ['- sleep\n- |', '- sleep\n|'],
  ])('after %j gives %j', (before, after) => {
    const place = placeIn(before);
    expect(shown(place, continueList(place)!)).toBe(after);
  });

  test.each(['Not a list|', '- |sleep|', 'one|'])('does nothing special in %j', (marked) => {
    expect(continueList(placeIn(marked))).toBeNull();
  });
});
