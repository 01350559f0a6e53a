import { expect, test } from 'vitest';
import css from './tokens.css?raw';

const light = colours(css);
const dark = { ...light, ...colours(css.slice(css.indexOf('@media'))) };
const themes = { light: withChosen(light), dark: withChosen(dark) };

/** Every color that words have, with every color they are on. */
const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'card', 'blush', 'chosen', 'line', 'task-soft', 'sage-soft', 'learn-soft']],
  ['soft', ['paper', 'card', 'chosen', 'line', 'task-soft', 'sage-soft', 'learn-soft']],
  ['brand', ['paper', 'card', 'chosen']],
  ['brand-ink', ['paper', 'card', 'blush', 'chosen', 'line', 'task-soft', 'sage-soft', 'learn-soft']],
  ['on-brand', ['brand', 'brand-deep']],
  ['danger', ['paper', 'card']],
  ['on-danger', ['danger']],
  ['paper', ['ink']],
  ['on-stage', ['stage', 'stage-glow']],
  ['stage', ['on-stage']],
  ['on-hang-up', ['hang-up']],
  ['sage', ['sage-soft', 'card', 'paper']],
  ['on-sage', ['sage', 'sage-deep']],
  ['task', ['task-soft', 'card']],
  ['learn', ['learn-soft', 'card']],
  ['other', ['other-soft', 'card']],
];

/** Drawn parts without text: edges of fields, ticks, bars, and the focus ring. */
const EDGES: [string, string[]][] = [
  ['edge', ['paper', 'card']],
  ['brand', ['paper', 'card', 'blush', 'chosen']],
  ['danger', ['paper', 'card']],
  ['sage', ['paper', 'card']],
];

test.each(Object.entries(themes))('text is readable on every background, in the %s theme', (_, theme) => {
  const faint = pairs(TEXT).filter(([text, ground]) => contrast(theme[text]!, theme[ground]!) < 4.5);
  expect(faint).toEqual([]);
});

test.each(Object.entries(themes))(
  'fields and focus stand out from their background, in the %s theme',
  (_, theme) => {
    const faint = pairs(EDGES).filter(([edge, ground]) => contrast(theme[edge]!, theme[ground]!) < 3);
    expect(faint).toEqual([]);
  },
);

const pairs = (list: [string, string[]][]) =>
  list.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));

/** An answer that is chosen is on 45% blush over card, see choice.css. */
function withChosen(theme: Record<string, string>): Record<string, string> {
  const mixed = [1, 3, 5].map((at) => {
    const [blush, card] = [theme['blush']!, theme['card']!].map((hex) =>
      Number.parseInt(hex.slice(at, at + 2), 16),
    );
    return Math.round(blush! * 0.45 + card! * 0.55)
      .toString(16)
      .padStart(2, '0');
  });
  return { ...theme, chosen: `#${mixed.join('')}` };
}

/** The first value of each color in a piece of the stylesheet. */
function colours(piece: string): Record<string, string> {
  const found = [...piece.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].toReversed();
  return Object.fromEntries(found.map(([, name, value]) => [name!, value!]));
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
