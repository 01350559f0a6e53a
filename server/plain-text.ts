/** Characters that a terminal would execute, or that reverse or hide the text around them. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Other people's text as one line. Such characters are shown as escapes: \x1b, \u{202e}. */
export const plainLine = (text: string): string => text.replace(NOT_PLAIN, escaped);

/** The same for our own text, which may have several lines. */
export const plainText = (text: string): string => text.split('\n').map(plainLine).join('\n');

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
}
