import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { XSS_PAYLOADS } from '../../../../e2e/support/xss-payloads.ts';
import { RichText } from '@/components/layout/rich-text.tsx';
import { HOSTILE_MARKDOWN } from '@domain/content/testing.ts';
import { plainText, readMarkdown } from './markdown.ts';
import { sanitise } from './sanitise.ts';

afterEach(cleanup);

async function shown(markdown: string, level: 2 | 3 = 2): Promise<HTMLElement> {
  const { container } = render(<RichText nodes={await readMarkdown(markdown)} level={level} />);
  return container;
}

test('headings, lists and tables are rendered as such', async () => {
  await shown(
    '# Plan\n\n### Later\n\n3. three\n4. four\n\n| Step | When |\n|---|--:|\n| Kit | **soon** |',
    3,
  );
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Plan');
  expect(screen.getByRole('heading', { level: 4 }).textContent).toBe('Later');
  expect(screen.getByRole('list').getAttribute('start')).toBe('3');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Step', 'When']);
  expect(screen.getAllByRole('cell')[1]!.className).toBe('text-right');
});

test('a link opens in a new tab, and an email address opens the email program', async () => {
  await shown('[guide](https://example.com/guide) and <mailto:coach@example.com>');
  const [guide, mail] = screen.getAllByRole('link');
  expect(guide!.outerHTML).toContain(
    'href="https://example.com/guide" target="_blank" rel="noopener noreferrer"',
  );
  expect(mail!.outerHTML).not.toContain('target');
});

test('raw HTML is shown as typed, and a picture as its alt text', async () => {
  const container = await shown('a <b>bold</b> word\n\n![the chart](https://example.com/chart.png)');
  expect(container.textContent).toBe('a <b>bold</b> wordthe chart');
  expect(container.querySelector('b, img')).toBeNull();
});

test('a preview is the words alone', async () => {
  expect(
    plainText(await readMarkdown('We **met**.\n\n## Agreed\n\n- one\n- two\n\n|a|b|\n|-|-|\n|c|d|')),
  ).toBe('We met. Agreed one two a b c d');
});

const DANGEROUS =
  'script, style, iframe, object, embed, form, input, img, svg, math, link, meta, base, template';

/**
 * Elements that could run, load or disguise something, event handlers, and addresses that aren't addresses.
 */
function dangersIn(container: HTMLElement): string[] {
  const attributes = [...container.querySelectorAll('*')].flatMap((element) =>
    Array.from(element.attributes),
  );
  const unsafe = attributes.filter(
    ({ name, value }) =>
      /^(on|style$|srcdoc$|id$|name$)/.test(name) ||
      (name === 'href' && !/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(value)),
  );
  return [
    ...[...container.querySelectorAll(DANGEROUS)].map(({ outerHTML }) => outerHTML),
    ...unsafe.map(({ name, value }) => `${name}=${value}`),
  ];
}

test('there are more than 220 payloads, all different', () => {
  expect(new Set(XSS_PAYLOADS).size).toBeGreaterThan(220);
});

test('none of the payloads becomes anything but text in markdown', { timeout: 60_000 }, async () => {
  for (const payload of [...XSS_PAYLOADS, XSS_PAYLOADS.join('\n\n')]) {
    expect(dangersIn(await shown(payload)), payload).toEqual([]);
    cleanup();
  }
});

test('none of the payloads survives in rich text', { timeout: 60_000 }, async () => {
  for (const payload of [...XSS_PAYLOADS, XSS_PAYLOADS.join('\n')]) {
    const container = document.createElement('div');
    container.innerHTML = await sanitise(payload);
    expect(dangersIn(container), payload).toEqual([]);
  }
});

test.each(HOSTILE_MARKDOWN)('%s: shown as typed, and keeps no browser busy', async (_, text) => {
  const [paragraph] = await readMarkdown(text);
  expect(paragraph).toEqual({ tag: 'p', children: [text] });
});
