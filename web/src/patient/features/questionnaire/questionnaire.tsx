import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { openingOf, type Draft, type Opening } from '@domain/onboarding/questionnaire-draft.ts';
import { EMPTY_FORM, NOT_A_NUMBER, QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Card } from '@/components/layout/card.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { useFailureLog, useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { draftKeeper } from './draft-keeper.ts';
import { discardDraft, draftQuery } from './draft-query.ts';
import { answersQuery, useSaveAnswers } from './queries.ts';
import { Questions } from './questions.tsx';
import { useAnswers } from './use-answers.ts';
import { DRAFT, loadFailureWords, NOT_COMPLETE, SAVED } from './words.ts';

type Props = { userId: string; onSaved: () => void };

/** Opens with an unfinished form from this or another device, else with the saved answers, else empty. */
export function Questionnaire({ userId, onSaved }: Props) {
  const saved = useQuery(answersQuery(userId));
  const kept = useQuery(draftQuery(userId));
  // Stays once loaded, so that a later response doesn't overwrite what is being typed.
  const [loaded, setLoaded] = useState(false);
  const [discarded, setDiscarded] = useState(false);
  if (!loaded && !saved.isFetching && !kept.isFetching) setLoaded(true);
  useFailureToast(saved.error, saved.error ? loadFailureWords(saved.error) : '');
  useFailureLog(kept.error, 'The draft did not load');
  if (!loaded) return <AnswersForm loading opening={EMPTY_FORM} onSaved={onSaved} />;
  const local = draftOf('questionnaire', userId, LocalDraft);
  const drafts = discarded ? { kept: null, local: null } : { kept: kept.data ?? null, local: local.read() };
  return (
    <DraftedForm
      key={String(discarded)}
      opening={() => openingOf({ saved: saved.data, ...drafts })}
      {...{ userId, local, onSaved }}
      onDiscarded={() => setDiscarded(true)}
    />
  );
}

const LocalDraft = z.object({
  form: QuestionnaireForm,
  answersAt: z.nullable(z.string()),
  keptAt: z.nullable(z.string()),
});

type DraftedProps = Props & {
  opening: () => Opening;
  local: LocalDraftStore;
  onDiscarded: () => void;
};
type LocalDraftStore = ReturnType<typeof draftOf<Draft>>;

function DraftedForm({ userId, opening: open, local, onSaved, onDiscarded }: DraftedProps) {
  const [opening] = useState(open);
  const [isKept, setIsKept] = useState(true);
  const [keeper] = useState(() => draftKeeper({ userId, opening, local, onKept: setIsKept }));
  useEffect(() => {
    document.addEventListener('visibilitychange', keeper.send);
    return () => {
      document.removeEventListener('visibilitychange', keeper.send);
      keeper.send();
    };
  }, [keeper]);
  const discard = useSendOnce({
    mutationFn: () => discardDraft(userId),
    networkMode: 'always',
    meta: { failure: DRAFT.isNotDiscarded },
    onSuccess: () => {
      keeper.end();
      onDiscarded();
    },
  });
  return (
    <>
      {opening.isDraft && (
        <div className="mb-5 max-w-2xl">
          <Notice>
            <p>{DRAFT.isContinued}</p>
            <Button look="quiet" busy={discard.isPending} className="-ml-4" onClick={() => discard.mutate()}>
              {DRAFT.discard}
            </Button>
          </Notice>
        </div>
      )}
      <AnswersForm
        opening={reopened(opening.form)}
        onChange={keeper.keep}
        note={isKept ? DRAFT.isKept : DRAFT.isNotKept}
        onSaved={() => {
          keeper.end();
          onSaved();
        }}
      />
    </>
  );
}

type FormProps = {
  loading?: boolean;
  opening: QuestionnaireForm;
  onChange?: (form: QuestionnaireForm) => void;
  /** Whether the entries were saved. */
  note?: string;
  onSaved: () => void;
};

const ignore = () => undefined;

function AnswersForm({
  loading = false,
  opening,
  onChange = ignore,
  note = DRAFT.isKept,
  onSaved,
}: FormProps) {
  const state = useAnswers(opening, onChange);
  const save = useSaveAnswers();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.answers) {
      save.mutate(state.answers, {
        onSuccess: () => {
          toast(SAVED);
          onSaved();
        },
      });
      return;
    }
    flushSync(state.showAll);
    toast(NOT_COMPLETE);
    focusFirstError(event.currentTarget);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Card className="max-w-2xl">
        <fieldset disabled={loading} className="min-w-0 py-1 sm:px-2 sm:py-3">
          <Questions state={state} />
        </fieldset>
      </Card>
      <Button
        type="submit"
        busy={loading || save.isPending}
        className="mt-6 w-full sm:w-auto sm:min-w-48"
        // Pressing it must not blur a field first, because an error that appears would move the button away
        // from the finger.
        onPointerDown={(event) => event.preventDefault()}
      >
        Save
      </Button>
      <output className="mt-4 block max-w-2xl text-small text-soft">{note}</output>
    </form>
  );
}

/** A box can't show text again that wasn't a number. */
function reopened(form: QuestionnaireForm): QuestionnaireForm {
  return { ...form, user_age: typed(form.user_age), partner_age: typed(form.partner_age) };
}

const typed = (age: string) => (age === NOT_A_NUMBER ? '' : age);
