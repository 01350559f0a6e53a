/**
 * Characters that mean something in Markdown. Each can open something, and the parser then searches the rest
 * of the text for its end.
 */
const MARKS = /[*_~[\]<>|#=+`-]|\d[.)]/g;
/** A note of maximum length has a few hundred. */
const MAX_MARKS = 2_000;

/** Opens or closes something within a paragraph. For each, the parser rescans the paragraph. */
const INLINE_MARKS = /[*_~[\]<`]/g;
/** Other marks, at most one in ten characters. */
const OTHER_MARKS = /[>|#=+\-\\!&@:\n]|www\./g;
/** A blank line, a list item or a heading resets the count. */
const PARAGRAPHS = /\n(?=[ \t]*(?:\n|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]))/;
/**
 * A paragraph of 10,000 characters may have 700 marks, and a note of maximum length may have 500 on each of
 * its pages.
 */
const MAX_STEPS = 1_500_000;

/** Nested lists and quotes, which the parser keeps open on every line. */
const DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){16}/m;

/**
 * Whether parsing it could keep a server or a browser busy. It is then shown as typed, and cannot be
 * signed.
 */
export function hasTooMuchFormatting(markdown: string): boolean {
  if (count(markdown, MARKS) > MAX_MARKS || DEEP.test(markdown)) return true;
  const steps = markdown.split(PARAGRAPHS).map(stepsIn);
  return steps.reduce((sum, each) => sum + each, 0) > MAX_STEPS;
}

function stepsIn(paragraph: string): number {
  const inline = count(paragraph, INLINE_MARKS);
  return inline * (inline + count(paragraph, OTHER_MARKS) + paragraph.length / 10);
}

const count = (text: string, marks: RegExp): number => text.match(marks)?.length ?? 0;
