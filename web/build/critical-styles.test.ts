import { expect, test } from 'vitest';
import { criticalStyles } from './critical-styles.ts';

const SHEET = `/*! a note */
@layer properties{@supports (x:y){*{--tw-x:0}}}
@layer theme{:root,:host{--color-used:red;--color-unused:blue}}
@layer base{body{margin:0}}
@layer utilities{
  .card{color:var(--color-used)}
  .w-1\\/2{width:50%}
  .lost{animation:1s spin}
  .card,.lost{top:0}
  @media (width>=40rem){.sm\\:flex{display:flex}.sm\\:lost{left:0}}
  @media (hover:hover){.card:hover{opacity:1}}
}
@keyframes spin{to{rotate:1turn}}
@media (prefers-color-scheme:dark){:root{--color-used:pink;--color-unused:navy}}`;

const critical = criticalStyles(SHEET, '<div class="card sm:flex"><p class="w-1/2"></p></div>');

test('a rule stays if the page has its classes, escaped or not, at every width and in the dark', () => {
  for (const rule of [
    'body{margin:0}',
    '.card{color:var(--color-used)}',
    '.w-1\\/2{width:50%}',
    '.card,.lost{top:0}',
    '@media (width>=40rem){.sm\\:flex{display:flex}}',
    '@media (prefers-color-scheme:dark){:root{--color-used:pink;}}',
  ]) {
    expect(critical).toContain(rule);
  }
});

test('what the first paint does not need stays out', () => {
  for (const words of ['animation', 'sm\\:lost', ':hover', 'spin', 'unused', 'a note', '--tw-x']) {
    expect(critical).not.toContain(words);
  }
});

test('layers keep the order of the full sheet, even those that come later', () => {
  expect(critical.startsWith('@layer properties,theme,base,utilities;')).toBe(true);
});
