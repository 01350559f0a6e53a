import { EMPTY_FORM, type QuestionnaireForm } from './questionnaire-form.ts';

/** Answers that were saved, and when; the time is the database's own text, and only ever compared. */
export type SavedAnswers = { form: QuestionnaireForm; savedAt: string };

/** A form that was left half-filled. */
export type Draft = {
  form: QuestionnaireForm;
  /** When the answers were saved that it was begun from; null where there were none. */
  answersAt: string | null;
  /** When the server last kept it; null where it has not yet. */
  keptAt: string | null;
};

type Found = {
  /** Undefined where it could not be read. */
  saved: SavedAnswers | null | undefined;
  /** What the server keeps. */
  kept: Draft | null;
  /** What this tab keeps. */
  local: Draft | null;
};

export type Opening = Draft & { isDraft: boolean };

/**
 * What the form opens with: the newest draft of the answers that are saved now, else these. A draft of older answers would bring
 * them back. What this tab keeps is the newest unless another device has kept something since.
 */
export function openingOf({ saved, kept, local }: Found): Opening {
  if (saved === undefined && local) return { ...local, isDraft: true };
  const answersAt = saved?.savedAt ?? null;
  const fits = (draft: Draft | null) => draft !== null && draft.answersAt === answersAt;
  const isNewest = kept === null || kept.keptAt === local?.keptAt;
  const draft = [isNewest ? local : null, kept, local].find(fits);
  const none = { form: saved?.form ?? EMPTY_FORM, answersAt, keptAt: null };
  return { ...(draft ?? none), isDraft: draft !== undefined };
}
