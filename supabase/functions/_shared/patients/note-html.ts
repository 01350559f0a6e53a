import type { Parser } from '../request/parser.ts';

/**
 * Markdown of the care team as the HTML in which consultation notes are kept. Raw HTML in it stays text,
 * and addresses that could run something are dropped by the parser; pictures, which would be asked for from
 * someone else's server, become their words, and boxes their signs. The portal sanitises it once more.
 */
export const noteHtml: Parser<string, string> = {
  name: 'note-html',
  parse: async (markdown) => {
    const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([
      import('micromark'),
      import('micromark-extension-gfm'),
    ]);
    // The parser writes attributes in quotes and quotes in them as entities.
    return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
      .replaceAll(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '$1')
      .replaceAll(/<input [^>]*>/g, (box) => (box.includes('checked=') ? '☑' : '☐'));
  },
};
