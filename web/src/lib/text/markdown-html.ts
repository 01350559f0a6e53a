import { hasTooMuchFormatting } from '@domain/content/formatting.ts';

/**
 * Markdown as the HTML in which consultation notes are stored: untrusted, to be sanitized. Text that could
 * keep the browser busy stays as typed. The parser is loaded on demand.
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
