import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import type { CareStatus } from '@domain/care-state/care-state.ts';
import { surfacesOf } from '@domain/care-state/surfaces.ts';
import { pregnancyFeedback, type PregnancyFeedback as Feedback } from '@domain/results/pregnancy-feedback.ts';
import { PregnancyResult } from '@domain/results/pregnancy.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { momentOn, today } from '@/lib/dates/test-day.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { PregnancyFeedback } from './pregnancy-feedback.tsx';
import { ResultStep } from './result-step.tsx';

const FORM = {
  name: 'log-pregnancy',
  steps: ['result'] as const,
  Answers: z.object({
    result: z.nullable(PregnancyResult),
    /** Null means today, even for someone who returns to the form tomorrow. */
    day: z.nullable(z.iso.date()),
  }),
  empty: { result: null, day: null },
  failure: 'Failed to save your result. Please try again.',
};

type Logged = { feedback: Feedback; offersGuide: boolean; pending: boolean };

type Test = { result: PregnancyResult; day: LocalDate; cycle: number };

type Care = Pick<CareStatus, 'state' | 'afterPositive' | 'afterLoss'>;

type Props = {
  /** The care state after a test. Null if unknown. */
  statusAfter: (test: Test) => Care | null;
  /** Treatment is stopped now. */
  isStopped: boolean;
  /** The treatment cycle of a test on this day, for when the device can't ask the server. */
  cycleOn: (day: LocalDate) => number;
  /** A negative on this day is too early to mean much. */
  isEarlyOn: (day: LocalDate) => boolean;
};

const NOT_KNOWN = { state: null, afterPositive: false, afterLoss: false };

/** Two steps: the result with its day, and what it means in this cycle. */
export function LogPregnancy({ statusAfter, isStopped, cycleOn, isEarlyOn }: Props) {
  const [, navigate] = useLocation();
  const { answers, moved, saving, answer, startOver, submit } = useEntryForm(FORM);
  const [logged, setLogged] = useState<Logged | null>(null);
  const day = answers.day ?? today();

  function save(result: PregnancyResult) {
    // Judged by the facts from before sending, because afterward the records include this test.
    const [judge, wasStopped, cycleKnown, isEarly] = [statusAfter, isStopped, cycleOn(day), isEarlyOn(day)];
    submit({ kind: 'pregnancy', result, date: momentOn(day) }, ({ cycle, pending }) => {
      const test = { result, day, cycle: cycle ?? cycleKnown };
      const care = judge(test);
      setLogged({
        feedback: pregnancyFeedback(result, {
          ...(care ?? NOT_KNOWN),
          wasStopped,
          cycle: test.cycle,
          isEarly,
        }),
        offersGuide: care !== null && surfacesOf(care).guides.pregnancy,
        pending,
      });
    });
  }

  function exit() {
    startOver();
    navigate('/home');
  }

  if (logged) {
    return <PregnancyFeedback {...logged} onExit={exit} />;
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
