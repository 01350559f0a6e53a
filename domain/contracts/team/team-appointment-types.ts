import * as z from 'zod/mini';
import { MAX_TYPE_NAME, TYPE_LIMITS, type TypeNumber } from '../../booking/appointment-type-limits.ts';
import { WRITTEN } from '../fields/free-text.ts';
import { InteractionType } from '../fields/interaction-type.ts';
import { MAX_CHARACTERS } from '../fields/lengths.ts';
import { maxCharacters } from '../fields/max-length.ts';
import { isPlainLine, plainLine } from '../fields/plain-line.ts';
import { Count, Line, listOf, Page, sentList } from '../fields/sizes.ts';
import { hasVisibleText } from '../fields/visible-text.ts';

const MAX_TYPES = 1_000;
const MAX_PEOPLE = 10_000;
const MAX_HOSTS = 1_000;

const TOO_LONG = `Please use no more than ${MAX_TYPE_NAME} characters`;
const NOT_PLAIN = 'Please use one line, without invisible characters';

function whole(name: TypeNumber) {
  const { min, max } = TYPE_LIMITS[name];
  const words = `Please enter a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  return z.int(words).check(z.gte(min, words), z.lte(max, words));
}

const hosts = sentList(z.guid('Please select a person'), MAX_HOSTS);
const rules = {
  name: plainLine(MAX_TYPE_NAME, { missing: 'Please enter a name', tooLong: TOO_LONG, notPlain: NOT_PLAIN }),
  /** If blank, administrators see the name. */
  neutralName: z
    .string(NOT_PLAIN)
    .check(z.trim(), z.maxLength(MAX_TYPE_NAME, TOO_LONG), z.refine(isPlainLine, NOT_PLAIN)),
  description: z
    .string('Please enter a description')
    .check(
      z.trim(),
      z.refine(hasVisibleText, 'Please enter a description'),
      ...maxCharacters(MAX_CHARACTERS),
      z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
    ),
  minutes: whole('minutes'),
  buffer: whole('buffer'),
  notice: whole('notice'),
  horizon: whole('horizon'),
  interaction: InteractionType,
  hosts,
};
const known = {
  id: z.guid('Please select a call type'),
  /** The version that the writer edited: if a colleague has changed it since, nothing is saved. */
  version: z.int().check(z.gte(1), z.lte(1_000_000_000)),
};

export const TeamAppointmentTypesRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...rules }),
  /** The types that the portal's pages link to and the clinic doesn't have yet. */
  z.strictObject({ action: z.literal('add-standard') }),
  /** `before`: the hosts when the writer opened the type. */
  z.strictObject({ action: z.literal('save'), ...known, ...rules, before: hosts }),
  z.strictObject({ action: z.literal('hide'), ...known }),
  z.strictObject({ action: z.literal('show'), ...known }),
]);

const Type = z.object({
  id: z.guid(),
  slug: Line,
  name: Line,
  neutralName: Line,
  description: Page,
  minutes: Count,
  buffer: Count,
  notice: Count,
  horizon: Count,
  interaction: InteractionType,
  isHidden: z.boolean(),
  version: Count,
  hosts: listOf(z.guid(), MAX_HOSTS),
});
const Person = z.object({ id: z.guid(), name: Line, role: z.enum(['coach', 'clinician']) });
export type EditedType = z.output<typeof Type>;
export type TypeHost = z.output<typeof Person>;
export const TeamAppointmentTypesAnswer = z.object({
  types: listOf(Type, MAX_TYPES),
  /** Everyone who can take calls. */
  people: listOf(Person, MAX_PEOPLE),
});
