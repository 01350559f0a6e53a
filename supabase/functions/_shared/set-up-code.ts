import { SET_UP_ALPHABET, SET_UP_LENGTH } from '../../../domain/contracts/team-set-up.ts';
import type { FunctionContext } from './context.ts';

// Every letter is as likely as every other: numbers beyond the last whole alphabet are thrown again.
const END = 256 - (256 % SET_UP_ALPHABET.length);

/** What somebody of the care team is told in person, and enters beside the mailed code. */
export function newSetUpCode(): string {
  const letters: string[] = [];
  while (letters.length < SET_UP_LENGTH) {
    const [number] = crypto.getRandomValues(new Uint8Array(1));
    if (number! < END) letters.push(SET_UP_ALPHABET[number! % SET_UP_ALPHABET.length]!);
  }
  return letters.join('');
}

/** Bound to the address, so that it is nobody else's code. */
export const setUpCodeHash = (
  { keyedHash }: Pick<FunctionContext, 'keyedHash'>,
  email: string,
  code: string,
): Promise<string> => keyedHash(`set-up code\0${email}\0${code}`);
