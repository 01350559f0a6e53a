const ENTITIES: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A note's text without its markup, one line per paragraph, list item and heading. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(style|script)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(/\n/g, ' ')
    .replace(/<br\s*\/?>|<\/(p|li|h[1-6]|tr|div|blockquote)>/gi, '\n')
    // Each match ends at the next bracket, so that a text full of brackets takes no longer.
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,7}|[a-z]{2,6});/gi, (all, name: string) => characterOf(name) ?? all)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
