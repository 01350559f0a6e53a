import * as z from 'zod';
import {
  CLINIC_SETTINGS,
  environmentName,
  firstSettings,
  SETTING_NAMES,
  type ClinicSetting,
  type ClinicValues,
} from '../../domain/clinic/settings.ts';
import { isPlainLine } from '../../domain/contracts/fields/plain-line.ts';

/** For values that appear in email headers and next to other names. */
export const oneLine = z
  .string()
  .max(400, 'must have at most 400 characters')
  .refine(isPlainLine, 'must be one line, without invisible characters')
  .optional();

const formOf = (name: ClinicSetting) => {
  const { fits, what } = CLINIC_SETTINGS[name];
  return z.string().refine(fits, `must be ${what}`).optional();
};

export const phoneForm = formOf('clinicPhone');

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${First}`}${Snake<Rest>}`
  : Name;
type Variable = Uppercase<Snake<ClinicSetting>>;

/** The clinic's settings, by their names in the environment. */
export const CLINIC_ENVIRONMENT = Object.fromEntries(
  SETTING_NAMES.map((name) => [environmentName(name), formOf(name)]),
) as Record<Variable, ReturnType<typeof formOf>>;

/** The former name of CLINIC_TIME_ZONE. */
export const FORMER_ENVIRONMENT = { COACH_TIME_ZONE: formOf('clinicTimeZone') };

export const readClinic = (env: Partial<Record<string, unknown>>): ClinicValues =>
  firstSettings((name) => env[name] as string | undefined);
