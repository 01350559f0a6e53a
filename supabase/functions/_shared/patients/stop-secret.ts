import type { FunctionContext } from '../request/context.ts';

const BYTES = 32;

/** In the link that stops a change of email. Too long to be guessed. */
export const newStopSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const stopHash = (
  { keyedHash }: Pick<FunctionContext, 'keyedHash'>,
  secret: string,
): Promise<string> => keyedHash(`stop email change\0${secret}`);
