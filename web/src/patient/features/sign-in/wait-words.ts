import { waitInWords } from '@domain/contracts/fields/wait-words.ts';

/** 'Please wait 38 seconds before we send another code.' */
export const waitWords = (seconds: number): string =>
  `Please wait ${waitInWords(seconds)} before we send another code.`;
