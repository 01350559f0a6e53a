import { hasTooMuchFormatting } from '@domain/content/formatting.ts';

/**
 * Markdown as the HTML in which consultation notes are kept: untrusted, to be sanitised. What could keep the browser busy stays
 * as it was typed. The parser comes when it is needed.
 */
export async function markdownHtml(markdown: string): Promise<string> {
  if (hasTooMuchFormatting(markdown)) return `<p>${escaped(markdown)}</p>`;
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([
    import('micromark'),
    import('micromark-extension-gfm'),
  ]);
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
