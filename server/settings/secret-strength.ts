// Words people write instead of a random secret, in documentation or in a hurry.
const WORDS = /secret|password|change[-_ ]?(me|this)|example|replace|qwerty|123456789/i;
// Too short to search for: one in 200,000 random base64url secrets contains it.
const YOURS = /(?<![A-Za-z\d])(your|Your|YOUR)[-_ ]/;

// Random hexadecimal digits, the weakest of the usual alphabets, have 3.2 to 3.9 bits per digit. The lowest
// of 1.5 million secrets of 32 such digits had 2.8.
const LEAST_BITS_A_CHARACTER = 2.5;

/**
 * Whether a secret could be guessed: it is too short, made of words, repeats itself, or has too few different
 * characters.
 */
export function isWeakSecret(secret: string, leastCharacters: number): boolean {
  const once = withoutRepetition(secret);
  const hasWords = WORDS.test(once) || YOURS.test(once);
  return once.length < leastCharacters || hasWords || bitsACharacter(once) < LEAST_BITS_A_CHARACTER;
}

/** `abcabcabc` contains no more than `abc`. */
function withoutRepetition(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** The Shannon entropy of the characters. */
function bitsACharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
