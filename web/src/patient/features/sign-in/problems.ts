/**
 * The server's rule (domain/contracts/fields/email.ts) without the schema library, which the first screen
 * doesn't load.
 */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const LONGEST = 254;

export const emailProblem = (email: string): string | undefined =>
  EMAIL.test(email) && email.length <= LONGEST ? undefined : 'Please enter a valid email address';

export const codeProblem = (code: string): string | undefined =>
  code.length === 6 ? undefined : 'Please enter a valid OTP code';
