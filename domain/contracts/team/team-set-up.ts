import * as z from 'zod/mini';
import { Line } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';
import { TeamRole } from './team-session.ts';

/** Leaves out characters that are easily confused when read aloud: 0 and O, 1, I and L. */
export const SET_UP_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const SET_UP_LENGTH = 10;

const NO_CODE = 'Please enter your setup code';
const MAX_TYPED = 40;

/** Restores the code's original form from lowercase letters or groups. */
const SetUpCode = z.string(NO_CODE).check(
  z.maxLength(MAX_TYPED, NO_CODE),
  z.toUpperCase(),
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '')),
  z.regex(new RegExp(`^[${SET_UP_ALPHABET}]{${SET_UP_LENGTH}}$`), NO_CODE),
);

export const TeamSetUpRequest = z.strictObject({ setUpCode: SetUpCode }, NOT_AN_OBJECT);
export const TeamSetUpAnswer = z.object({ name: Line, role: TeamRole });
