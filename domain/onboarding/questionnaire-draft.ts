import { EMPTY_FORM, type QuestionnaireForm } from './questionnaire-form.ts';

/** Saved answers, and when; the time is the database's own text, and only ever compared. */
export type SavedAnswers = { form: QuestionnaireForm; savedAt: string };

/** A half-filled form. */
export type Draft = {
  form: QuestionnaireForm;
  /** When the answers it started from were saved. Null if there were none. */
  answersAt: string | null;
  /** When the server last stored it; null if it has not yet. */
  keptAt: string | null;
};

type Found = {
  /** Undefined if it could not be read. */
  saved: SavedAnswers | null | undefined;
  /** What the server stores. */
  kept: Draft | null;
  /** What this tab stores. */
  local: Draft | null;
};

export type Opening = Draft & { isDraft: boolean };

/**
 * The form opens with the latest draft that is based on the current answers, otherwise with the answers. A
 * draft based on older answers would bring those back. This tab's draft is the latest unless another device
 * has stored one since.
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
