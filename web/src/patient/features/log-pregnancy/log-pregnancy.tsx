import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { pregnancyFeedback, PregnancyResult } from '@domain/results/pregnancy.ts';
import { useUser } from '@/lib/backend/session.ts';
import { momentOn, today } from '@/lib/dates/test-day.ts';
import { treatmentCycleQuery } from '@/lib/entries/treatment-cycle.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { PregnancyFeedback } from './pregnancy-feedback.tsx';
import { ResultStep } from './result-step.tsx';

const FORM = {
  name: 'log-pregnancy',
  steps: ['result'] as const,
  Answers: z.object({
    result: z.nullable(PregnancyResult),
    /** Null is today, also for somebody who comes back to the form tomorrow. */
    day: z.nullable(z.iso.date()),
  }),
  empty: { result: null, day: null },
  failure: 'Failed to save your result. Please try again.',
};

type Logged = { result: PregnancyResult; cycle: number; pending: boolean };

type Props = {
  /** A positive test was logged before. */
  pregnant: boolean;
};

/** Two steps: the result with its day, and what it means in this cycle. */
export function LogPregnancy({ pregnant }: Props) {
  const [, navigate] = useLocation();
  const { data: cycleWhenOpened = 1 } = useQuery(treatmentCycleQuery(useUser().id));
  const { answers, moved, saving, answer, startOver, submit } = useEntryForm(FORM);
  const [logged, setLogged] = useState<Logged | null>(null);
  const day = answers.day ?? today();

  function save(result: PregnancyResult) {
    submit({ kind: 'pregnancy', result, date: momentOn(day) }, ({ cycle, pending }) =>
      setLogged({ result, cycle: cycle ?? cycleWhenOpened, pending }),
    );
  }

  function exit() {
    startOver();
    navigate('/home');
  }

  if (logged) {
    return (
      <PregnancyFeedback
        feedback={pregnancyFeedback(logged.result, { cycle: logged.cycle, pregnant })}
        pending={logged.pending}
        onExit={exit}
      />
    );
  }
  return (
    <ResultStep
      result={answers.result}
      day={day}
      saving={saving}
      moved={moved}
      onAnswer={answer}
      onSave={save}
      onExit={exit}
    />
  );
}
