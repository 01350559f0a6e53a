import * as z from 'zod/mini';
import { WRITTEN } from '../fields/free-text.ts';
import { MAX_NOTE, MAX_TEMPLATE_NAME } from '../fields/lengths.ts';
import { maxCharacters } from '../fields/max-length.ts';
import { plainLine } from '../fields/plain-line.ts';
import { Count, Line, listOf, Page } from '../fields/sizes.ts';
import { hasVisibleText } from '../fields/visible-text.ts';

export const MAX_TEMPLATES = 100;

const template = {
  name: plainLine(MAX_TEMPLATE_NAME, {
    missing: 'Please enter a name',
    tooLong: `Please use no more than ${MAX_TEMPLATE_NAME} characters`,
    notPlain: 'Please use letters, numbers and punctuation only',
  }),
  text: z
    .string('Please enter text')
    .check(
      z.trim(),
      z.refine(hasVisibleText, 'Please enter text'),
      ...maxCharacters(MAX_NOTE),
      z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
    ),
};
const known = {
  id: z.guid('Please select a template'),
  /** The version that the writer edited: if a colleague has changed it since, nothing is saved. */
  version: z.int().check(z.gte(1), z.lte(1_000_000_000)),
};

export const TeamTemplatesRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...template }),
  z.strictObject({ action: z.literal('save'), ...known, ...template }),
  z.strictObject({ action: z.literal('remove'), ...known }),
]);

const Template = z.object({ id: z.guid(), name: Line, text: Page, version: Count });
export type Template = z.output<typeof Template>;
export const TeamTemplatesAnswer = z.object({ templates: listOf(Template, MAX_TEMPLATES) });
