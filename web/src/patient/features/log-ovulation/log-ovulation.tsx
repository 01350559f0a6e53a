import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { OvulationResult } from '@domain/results/ovulation.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { useBack } from '@/components/overlay/back.ts';
import { today } from '@/lib/dates/test-day.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { MethodStep } from './method-step.tsx';
import { METHODS, OPK } from './methods.ts';
import { OtherMethodsStep } from './other-methods-step.tsx';
import { OvulationFeedback } from './ovulation-feedback.tsx';
import type { AnswerTodayButton, Judged, MoveOnButton, PlanPlace } from './plan-place.ts';
import { ResultStep } from './result-step.tsx';
import { dayOf, momentOf } from './taken-earlier.ts';

const FORM = {
  name: 'log-ovulation',
  steps: ['method', 'result', 'other-methods'] as const,
  Answers: z.object({
    method: z.nullable(z.enum(METHODS)),
    result: z.nullable(OvulationResult),
    /**
     * Local time on the patient's clock, '2026-11-18T10:30', or only the day. Null for a test taken just now.
     */
    takenEarlier: z.nullable(z.string()),
  }),
  empty: { method: null, result: null, takenEarlier: null },
  failure: 'Failed to submit an ovulation test result.',
};

type Logged = {
  result: OvulationResult;
  isEarlier: boolean;
  judged: Judged | null;
  pending: boolean;
};

type Props = {
  /** What a test means in the patient's cycle. Null if too little is known. */
  judge: (result: OvulationResult, takenOn: LocalDate) => Judged | null;
  place: PlanPlace;
  /** An ovulation test was logged before, so the patient uses an OPK. */
  hasLogged: boolean;
  MoveOn: MoveOnButton;
  AnswerToday: AnswerTodayButton;
};

/** Four steps: the method of detecting ovulation, the result or other methods, and what the result means. */
export function LogOvulation({ judge, place, hasLogged, MoveOn, AnswerToday }: Props) {
  const [, navigate] = useLocation();
  const { answers, step, moved, saving, answer, goTo, startOver, submit } = useEntryForm(FORM);
  const [logged, setLogged] = useState<Logged | null>(null);

  useBack(logged || step === 'method' ? 0 : 1, () => {
    if (!saving) goTo('method');
    return !saving;
  });

  function exit() {
    startOver();
    navigate('/home');
  }

  function logAnother() {
    startOver();
    setLogged(null);
  }

  function save(result: OvulationResult) {
    const { takenEarlier } = answers;
    const takenAt = takenEarlier === null ? undefined : momentOf(takenEarlier);
    const takenOn = takenEarlier === null ? today() : dayOf(takenEarlier);
    // Judged by the facts from before sending, because the requesting page may be gone afterward.
    const known = { result, isEarlier: takenOn < today(), judged: judge(result, takenOn) };
    submit({ kind: 'ovulation', result, takenAt }, ({ pending }) => setLogged({ ...known, pending }));
  }

  if (logged)
    return (
      <OvulationFeedback
        {...logged}
        {...{ place, MoveOn, AnswerToday }}
        onLogAnother={logAnother}
        onExit={exit}
      />
    );
  if (step === 'result') {
    return (
      <ResultStep
        result={answers.result}
        takenEarlier={answers.takenEarlier}
        saving={saving}
        moved={moved}
        onAnswer={answer}
        onSave={save}
        onBack={() => goTo('method')}
        onExit={exit}
      />
    );
  }
  if (step === 'other-methods') {
    return <OtherMethodsStep moved={moved} onBack={() => goTo('method')} onExit={exit} />;
  }
  return (
    <MethodStep
      method={answers.method ?? (hasLogged ? OPK : null)}
      moved={moved}
      onChange={(method) => answer({ method })}
      onContinue={(method) => goTo(method === 'Other methods' ? 'other-methods' : 'result')}
      onExit={exit}
    />
  );
}
