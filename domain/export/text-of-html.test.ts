import { expect, test } from 'vitest';
import { textOfHtml } from './text-of-html.ts';

test('a note is read without its markup, one line per paragraph, heading and item', () => {
  const html = `<style>p { color: red }</style><h3>Your plan</h3>
<p>Folic acid &amp; rest,<br>as <strong>agreed</strong>.</p>
<ul>
<li>Less than 3 &lt; 4</li>
<li>It&#39;s fine</li>
</ul>`;
  expect(textOfHtml(html)).toBe("Your plan\nFolic acid & rest,\nas agreed.\nLess than 3 < 4\nIt's fine");
});

test('plain text stays unchanged, and unclosed brackets take no extra time', () => {
  expect(textOfHtml('Take 2 & rest')).toBe('Take 2 & rest');
  const start = performance.now();
  textOfHtml('<'.repeat(200_000));
  textOfHtml('<style>'.repeat(30_000));
  textOfHtml('\n '.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(1_000);
});
