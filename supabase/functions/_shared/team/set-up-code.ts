import { SET_UP_ALPHABET, SET_UP_LENGTH } from '../../../../domain/contracts/team/team-set-up.ts';
import type { FunctionContext } from '../request/context.ts';

/** The setup code: a team member gets it in person and enters it in addition to the emailed code. */
export const newSetUpCode = (): string => codeFrom(crypto.getRandomValues(new Uint8Array(64)));

/**
 * The same for the same request, whose first answer may have been lost, because the code is shown once and
 * stored nowhere. It can't be made without our secret.
 */
export async function setUpCodeOf(
  { keyedHash }: Pick<FunctionContext, 'keyedHash'>,
  request: string[],
): Promise<string> {
  const hashed = await keyedHash(['new set-up code', ...request].join('\0'));
  return codeFrom(Uint8Array.from(hashed.match(/../g)!, (octet) => parseInt(octet, 16)));
}

// Numbers past the last whole alphabet are skipped, so that every letter is equally likely. 32 bytes always
// leave ten.
const END = 256 - (256 % SET_UP_ALPHABET.length);

function codeFrom(octets: Uint8Array): string {
  const used = Array.from(octets.filter((octet) => octet < END).slice(0, SET_UP_LENGTH));
  if (used.length < SET_UP_LENGTH) throw new Error('too few octets for a setup code');
  return used.map((octet) => SET_UP_ALPHABET[octet % SET_UP_ALPHABET.length]!).join('');
}

/** Bound to the address, so that it works for no one else. */
export const setUpCodeHash = (
  { keyedHash }: Pick<FunctionContext, 'keyedHash'>,
  email: string,
  code: string,
): Promise<string> => keyedHash(`set-up code\0${email}\0${code}`);
