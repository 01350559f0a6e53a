/** What a terminal would act on, or that turns or hides what stands around it. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Text that may be somebody else's, as one line that shows what is in it and does nothing: \x1b, \u{202e}. */
export const plainLine = (text: string): string => text.replace(NOT_PLAIN, shown);

/** The same for text of our own, which may have several lines. */
export const plainText = (text: string): string => text.split('\n').map(plainLine).join('\n');

function shown(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
}
