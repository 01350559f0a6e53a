// What people write where they should have written something random, in documentation and in haste.
const WORDS = /secret|password|change[-_ ]?(me|this)|example|replace|qwerty|123456789/i;
// Too short to be looked for anywhere: one of 200,000 random secrets of base64url has it inside.
const YOURS = /(?<![A-Za-z\d])(your|Your|YOUR)[-_ ]/;

// Random hexadecimal digits, the poorest of the usual alphabets, have 3.2 to 3.9 of these for each; of a million and a half
// secrets of 32 such digits the lowest had 2.8.
const LEAST_BITS_A_CHARACTER = 2.5;

/** Whether a secret could be guessed: too short, made of words, or of too few different characters, or repeating itself. */
export function isWeakSecret(secret: string, leastCharacters: number): boolean {
  const once = withoutRepetition(secret);
  const hasWords = WORDS.test(once) || YOURS.test(once);
  return once.length < leastCharacters || hasWords || bitsACharacter(once) < LEAST_BITS_A_CHARACTER;
}

/** `abcabcabc` says no more than `abc`. */
function withoutRepetition(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** Shannon's entropy of the characters. */
function bitsACharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
