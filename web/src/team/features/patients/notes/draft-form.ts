import * as z from 'zod/mini';
import { MAX_NOTE } from '@domain/contracts/fields/lengths.ts';
import { Line } from '@domain/contracts/fields/sizes.ts';
import type { WholeRecord } from '../queries.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';

export const NoteForm = z.object({
  /** 'medical', or the consultation it is about. */
  kind: Line,
  title: Line,
  date: Line,
  text: z.string().check(z.maxLength(MAX_NOTE * 2)),
});
export type NoteForm = z.output<typeof NoteForm>;

/** What this tab knows about the server's draft. Kept with the text until that is saved. */
export const KeptNote = z.object({
  form: NoteForm,
  saved: z.nullable(z.object({ id: z.guid(), version: z.number() })),
  isSaved: z.boolean(),
  /** When the server saved its copy. */
  savedAt: z.optional(z.string()),
});
export type KeptNote = z.output<typeof KeptNote>;

export const emptyNote = (today: LocalDate): KeptNote => ({
  form: { kind: 'medical', title: '', date: today, text: '' },
  saved: null,
  isSaved: true,
});

/** A draft of the record, on screen. */
export function keptOf(drafts: WholeRecord['drafts'], wanted: string): KeptNote | null {
  const draft = drafts.find(({ id }) => id === wanted);
  if (!draft) return null;
  const { id, version, kind, reference, title, date, text, savedAt } = draft;
  return {
    form: {
      kind: kind === 'consultation' && reference ? reference : 'medical',
      title,
      date: date.slice(0, 10),
      text,
    },
    saved: { id, version },
    isSaved: true,
    savedAt,
  };
}

export const KINDS = [
  { value: 'medical', label: 'Medical note' },
  { value: 'initial-consultation', label: 'Consultation note: Initial Consultation' },
  { value: 'post-treatment-review', label: 'Consultation note: Post-Treatment Review' },
];

export const draftOfForm = ({ kind, ...form }: NoteForm) =>
  kind === 'medical'
    ? { kind: 'medical' as const, ...form }
    : { kind: 'consultation' as const, reference: kind, ...form };

/** Added below existing text, so that nothing is lost. A note without a title gets the template's name. */
export const withTemplate = (
  { text, title }: NoteForm,
  template: { name: string; text: string },
): Pick<NoteForm, 'text' | 'title'> => ({
  text: text.trim() === '' ? template.text : `${text.trimEnd()}\n\n${template.text}`,
  title: title.trim() === '' ? template.name : title,
});

/** The field that the server refused, from its message: 'title: Please enter a title'. */
export function fieldProblem(error: unknown): { field: keyof NoteForm; words: string } | null {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return null;
  const field = /^(title|date|text|kind|reference): /.exec(error.message)?.[1];
  if (!field) return null;
  return { field: field === 'reference' ? 'kind' : (field as keyof NoteForm), words: failureWords(error) };
}
