import * as z from 'zod/mini';
import { maxCharacters } from '../fields/max-length.ts';
import { requiredText, WRITTEN } from '../fields/free-text.ts';
import { MAX_NOTE, MAX_NOTE_TITLE } from '../fields/lengths.ts';
import { isPlainLine } from '../fields/plain-line.ts';
import { Count } from '../fields/sizes.ts';
import { hasVisibleText } from '../fields/visible-text.ts';

/** The calls that notes are written about, under the names the portal uses. */
export const CONSULTATIONS = ['initial-consultation', 'post-treatment-review'] as const;

const DAY_LENGTH = 10;
const NOT_PLAIN = 'Please use one line, without invisible characters';
const NO_DAY = 'Please enter a date such as 2026-11-18';

const noteId = z.guid('Please select a note');
const version = z
  .number('Please send the version that you have')
  .check(z.int(), z.gte(1), z.lte(1_000_000_000));
/** Markdown. */
const NoteText = z
  .string('Please enter text')
  .check(...maxCharacters(MAX_NOTE), z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'));

/** A draft without visible text counts as empty and can't be signed. */
const nothingUnseen = (text: string): string => (hasVisibleText(text) ? text : '');

/** A draft may be unfinished. Title and text are required for signing. */
const Draft = z.strictObject({
  action: z.literal('save'),
  patientId: z.guid('Please select a patient'),
  noteId: z.optional(noteId),
  version: z.optional(version),
  kind: z.enum(['medical', 'consultation'], 'medical or consultation'),
  reference: z.optional(z.enum(CONSULTATIONS, 'Please select a consultation')),
  title: z
    .string('Please enter a title')
    .check(
      z.trim(),
      z.regex(WRITTEN, NOT_PLAIN),
      z.overwrite(nothingUnseen),
      ...maxCharacters(MAX_NOTE_TITLE),
      z.refine(isPlainLine, NOT_PLAIN),
    ),
  date: z.iso.date(NO_DAY).check(
    z.maxLength(DAY_LENGTH, NO_DAY),
    z.refine((day) => day >= '2000', NO_DAY),
  ),
  text: NoteText.check(z.overwrite(nothingUnseen)),
});

export const TeamNotesRequest = z
  .discriminatedUnion(
    'action',
    [
      Draft,
      z.strictObject({ action: z.literal('sign'), noteId, version }),
      z.strictObject({
        action: z.literal('addendum'),
        noteId,
        text: NoteText.check(z.trim(), z.refine(hasVisibleText, 'Please enter text')),
      }),
      z.strictObject({
        action: z.literal('withdraw'),
        noteId,
        reason: requiredText('Please enter a reason'),
        /** The record the note was meant for. That record's log names it too. */
        belongsTo: z.optional(z.guid('Please select a patient')),
      }),
      z.strictObject({ action: z.literal('discard'), noteId }),
    ],
    'Please select an action',
  )
  .check(
    z.refine(
      (sent) => sent.action !== 'save' || (sent.kind === 'consultation') === (sent.reference !== undefined),
      {
        path: ['reference'],
        message: 'Please select a consultation',
      },
    ),
    z.refine(
      (sent) => sent.action !== 'save' || (sent.noteId === undefined) === (sent.version === undefined),
      {
        path: ['version'],
        message: 'Please send the version that you have',
      },
    ),
  );

export const TeamNotesAnswer = z.object({ id: z.guid(), version: Count });
