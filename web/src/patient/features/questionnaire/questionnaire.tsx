import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { EMPTY_FORM, NOT_A_NUMBER, QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { answersQuery, useSaveAnswers } from './queries.ts';
import { Questions } from './questions.tsx';
import { useAnswers } from './use-answers.ts';
import { loadFailureWords, NOT_COMPLETE, SAVED } from './words.ts';

type Props = { userId: string; onSaved: () => void };

/** Opens with what was left half-filled, else with what was saved, else empty. */
export function Questionnaire({ userId, onSaved }: Props) {
  const { data: saved, error, isFetching } = useQuery(answersQuery(userId));
  // Once it is there it stays: what a later reading brings must not overwrite what is being typed.
  const [loaded, setLoaded] = useState(false);
  if (!loaded && !isFetching) setLoaded(true);
  useFailureToast(error, error ? loadFailureWords(error) : '');
  const draft = draftOf('questionnaire', userId, QuestionnaireForm);
  if (!loaded)
    return <AnswersForm loading opening={EMPTY_FORM} onChange={() => undefined} onSaved={onSaved} />;
  return (
    <AnswersForm
      key="loaded"
      opening={reopened(draft.read() ?? saved ?? EMPTY_FORM)}
      onChange={draft.keep}
      onSaved={() => {
        draft.forget();
        onSaved();
      }}
    />
  );
}

type FormProps = {
  loading?: boolean;
  opening: QuestionnaireForm;
  onChange: (form: QuestionnaireForm) => void;
  onSaved: () => void;
};

function AnswersForm({ loading = false, opening, onChange, onSaved }: FormProps) {
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
        // Pressing it must not blur a field first: an error that appears there would move the button from under the finger.
        onPointerDown={(event) => event.preventDefault()}
      >
        Save
      </Button>
    </form>
  );
}

/** A box cannot show again what was no number. */
function reopened(form: QuestionnaireForm): QuestionnaireForm {
  return { ...form, user_age: typed(form.user_age), partner_age: typed(form.partner_age) };
}

const typed = (age: string) => (age === NOT_A_NUMBER ? '' : age);
