import { expect, test } from 'vitest';
import css from './tokens.css?raw';

const light = colours(css);
const themes = { light, dark: { ...light, ...colours(css.slice(css.indexOf('@media'))) } };

const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'card']],
  ['soft', ['paper', 'card']],
  ['brand', ['paper', 'card']],
  ['brand-ink', ['paper', 'card', 'blush']],
  ['on-brand', ['brand', 'brand-deep']],
  ['danger', ['paper', 'card']],
  ['on-danger', ['danger']],
  ['paper', ['ink']],
  ['sage', ['sage-soft']],
  ['task', ['task-soft']],
  ['learn', ['learn-soft']],
  ['other', ['other-soft']],
];

test.each(Object.entries(themes))(
  'text can be read on everything it stands on, in the %s theme',
  (_, theme) => {
    const faint = pairs(TEXT).filter(([text, ground]) => contrast(theme[text]!, theme[ground]!) < 4.5);
    expect(faint).toEqual([]);
  },
);

test.each(Object.entries(themes))(
  'fields and focus stand out from their ground, in the %s theme',
  (_, theme) => {
    const edges: [string, string[]][] = [
      ['edge', ['paper', 'card']],
      ['brand', ['paper', 'card', 'blush']],
    ];
    const faint = pairs(edges).filter(([edge, ground]) => contrast(theme[edge]!, theme[ground]!) < 3);
    expect(faint).toEqual([]);
  },
);

const pairs = (list: [string, string[]][]) =>
  list.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));

/** The first value of each colour in a piece of the stylesheet. */
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
