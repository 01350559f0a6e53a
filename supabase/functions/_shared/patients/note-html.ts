import type { Parser } from '../request/parser.ts';

/**
 * Turns the care team's Markdown into the HTML that consultation notes are stored as. Raw HTML stays text,
 * and the parser drops unsafe links. Pictures, which other servers would serve, become their descriptions,
 * and checkboxes become characters. The portal sanitizes the result again.
 */
export const noteHtml: Parser<string, string> = {
  name: 'note-html',
  parse: async (markdown) => {
    const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([
      import('micromark'),
      import('micromark-extension-gfm'),
    ]);
    // The parser quotes attributes, and writes quotes inside them as entities.
    return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
      .replaceAll(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '$1')
      .replaceAll(/<input [^>]*>/g, (box) => (box.includes('checked=') ? '☑' : '☐'));
  },
};
