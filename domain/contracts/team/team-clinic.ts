import * as z from 'zod/mini';
import { CLINIC_SETTINGS, SETTING_NAMES, type ClinicSetting } from '../../clinic/settings.ts';
import { WRITTEN } from '../fields/free-text.ts';
import { MAX_SETTING } from '../fields/lengths.ts';
import { Line, sentList } from '../fields/sizes.ts';

const TOO_LONG = `Use at most ${MAX_SETTING} characters`;
const Name = z.enum(SETTING_NAMES as [ClinicSetting, ...ClinicSetting[]], 'Unknown setting');
const Value = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(MAX_SETTING, TOO_LONG),
      z.regex(WRITTEN, 'Use letters, numbers and punctuation only'),
    ),
);

/** The problem with a value, if any. Null is the default, which is always valid. */
export function settingProblem(name: ClinicSetting, value: string | null): string | null {
  const { fits, what } = CLINIC_SETTINGS[name];
  return value === null || fits(value) ? null : `Enter ${what}`;
}

/** As the access log shows it, whatever the rules for values were then. */
export const ChangedSetting = z.object({ name: Name, before: z.nullable(Line), value: z.nullable(Line) });
export type ChangedSetting = z.output<typeof ChangedSetting>;

/** `before` is the value on screen. If it has changed since, nothing is saved. */
const Change = z
  .strictObject({ name: Name, before: Value, value: Value })
  .check(({ value: { name, value }, issues }) => {
    const message = settingProblem(name, value);
    if (message) issues.push({ code: 'custom', message, path: ['value'], input: value });
  });

export const TeamClinicRequest = z.strictObject({ changes: sentList(Change, SETTING_NAMES.length) });
export const TeamClinicAnswer = z.object({
  settings: z.partialRecord(Name, Line),
});
export type ClinicChange = z.output<typeof Change>;
