import { createHmac, randomInt } from 'node:crypto';
import type { Secrets } from '../settings/settings.ts';

/** Without what is easily taken for something else when it is told: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

/** What somebody of the care team is told in person, and enters beside the mailed code. */
export const newSetUpCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As the functions hash it (keyedHash), who compare: bound to the address, so that it is nobody else's code. */
export const setUpCodeHash = ({ serviceRoleKey }: Secrets, email: string, code: string): string =>
  createHmac('sha256', serviceRoleKey).update(`set-up code\0${email}\0${code}`).digest('hex');
