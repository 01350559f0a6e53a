import { expect, test } from 'vitest';
import tokens from '../../styles/tokens.css?raw';
import { pictures } from './pictures.ts';

const LARGEST = 12 * 1024;

const drawn: Record<string, string> = import.meta.glob('../../../public/art/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const files = Object.entries(drawn).map(([path, svg]) => [path.replace(/.*\/|\.svg$/g, ''), svg] as const);

test('every picture in the map is drawn, and every drawing is in the map', () => {
  expect(files.map(([name]) => name).sort()).toEqual(Object.keys(pictures).sort());
});

test('every picture has its own words', () => {
  const words = Object.values(pictures).map(({ alt }) => alt);
  expect(words.filter((alt) => alt.length < 20)).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test.each(files)('%s is an SVG of the size the map promises', (name, svg) => {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const { width, height } = pictures[name as keyof typeof pictures];
  expect(root.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(root.querySelector('parsererror')).toBeNull();
  expect(root.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`);
  expect([root.getAttribute('width'), root.getAttribute('height')]).toEqual([`${width}`, `${height}`]);
  expect(new TextEncoder().encode(svg).length).toBeLessThan(LARGEST);
});

test.each(files)('%s has no scripts, external requests or bitmaps', (_, svg) => {
  expect(svg).not.toMatch(/<script|<foreignObject|<image|<use|\son\w+=|@import|data:|href/i);
  expect(svg.match(/url\((?!#)[^)]*\)/g)).toBeNull();
  expect(svg.match(/https?:\/\/[^"'\s)]+/g)).toEqual(['http://www.w3.org/2000/svg']);
});

test.each(files)('%s has each of its colors in both themes', (_, svg) => {
  const { light, dark, asked } = palette(svg);
  const used = new Set([...svg.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => name!));
  expect(Object.keys(light).sort()).toEqual([...used].sort());
  expect(Object.keys(dark).sort()).toEqual([...used].sort());
  expect(asked).toEqual(dark);
});

test.each(files)('%s paints with named colors only', (_, svg) => {
  const paints = [...svg.matchAll(/(?:fill|stroke|stop-color)="([^"]+)"/g)].map(([, paint]) => paint!);
  expect(paints.filter((paint) => !/^(none|var\(--[a-z-]+\)|url\(#[a-z]+\d*\))$/.test(paint))).toEqual([]);
});

test('a color is the same in every picture, including those the page draws itself', () => {
  const known = pageColours();
  const strays = files.flatMap(([name, svg]) => {
    const { light, dark } = palette(svg);
    return Object.keys(light)
      .filter((colour) => {
        const pair = `${light[colour]} ${dark[colour]}`;
        return (known[colour] ??= pair) !== pair;
      })
      .map((colour) => `${colour} in ${name}`);
  });
  expect(strays).toEqual([]);
});

/** A picture's colors: by day, in the system's dark theme, and when its URL asks for dark. */
function palette(svg: string) {
  const [light = '', dark = '', asked = ''] = [...svg.matchAll(/:root(?::target)? \{([^}]+)\}/g)].map(
    ([, rule]) => rule!,
  );
  expect(svg).toContain(`@media (prefers-color-scheme: dark) { :root {${dark}} }`);
  expect(svg).toContain(`:root:target {${asked}}`);
  return { light: colours(light), dark: colours(dark), asked: colours(asked) };
}

function colours(rule: string): Record<string, string> {
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z-]+): ([^;\s]+)/g)].map(([, name, value]) => [name!, value!]),
  );
}

/** The page's own picture colors: the first value is for day, the last for night. */
function pageColours(): Record<string, string> {
  const found = [...tokens.matchAll(/--art-([a-z-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]);
  const light = Object.fromEntries(found.toReversed());
  const dark = Object.fromEntries(found);
  return Object.fromEntries(Object.keys(dark).map((name) => [name, `${light[name]} ${dark[name]}`]));
}
