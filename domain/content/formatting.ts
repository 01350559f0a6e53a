/** What Markdown reads as more than a letter: each may open something that the parser then looks for in all that follows. */
const MARKS = /[*_~[\]<>|#=+`-]|\d[.)]/g;
/** A note of the greatest length has a few hundred. The parser's work grows with their square: 20,000 took ten seconds, these take half of one. */
const MAX_MARKS = 2_000;

/** Whether parsing it could keep a server or a browser busy. It is then shown as it was typed, and is not signed. */
export function hasTooMuchFormatting(markdown: string): boolean {
  return (markdown.match(MARKS)?.length ?? 0) > MAX_MARKS;
}
