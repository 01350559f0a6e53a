import type { Draft as KeptForm } from '@domain/onboarding/questionnaire-draft.ts';
import type { QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';
import { logFailure } from '@/lib/backend/log.ts';
import type { Draft } from '@/lib/entries/drafts.ts';
import { keepDraft } from './draft-query.ts';

/** How long to wait after typing stops before sending. */
const PAUSE_MS = 1000;

type Props = {
  userId: string;
  opening: Pick<KeptForm, 'answersAt' | 'keptAt'>;
  /** This tab's own copy, which survives a reload and a lost session. */
  local: Draft<KeptForm>;
  onKept: (isKept: boolean) => void;
};

/** Saves a half-filled form on the server while typing, one write at a time and always the latest. */
export function draftKeeper({ userId, opening: { answersAt, keptAt }, local, onKept }: Props) {
  let form: QuestionnaireForm | null = null;
  let isWaiting = false;
  let isSending = false;
  let hasEnded = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    clearTimeout(pause);
    if (!form || !isWaiting || isSending || hasEnded) return;
    isSending = true;
    isWaiting = false;
    try {
      keptAt = await keepDraft(userId, { form, answersAt, keptAt });
      if (!hasEnded) local.keep({ form, answersAt, keptAt });
      onKept(true);
    } catch (error) {
      logFailure('The draft was not saved', error);
      onKept(false);
    }
    isSending = false;
    await send();
  }

  return {
    keep: (next: QuestionnaireForm) => {
      form = next;
      isWaiting = true;
      local.keep({ form, answersAt, keptAt });
      clearTimeout(pause);
      pause = setTimeout(() => void send(), PAUSE_MS);
    },
    /** For someone who leaves the page. */
    send: () => void send(),
    /** The answers were saved or discarded, so the draft is deleted. */
    end: () => {
      hasEnded = true;
      clearTimeout(pause);
      local.forget();
    },
  };
}
