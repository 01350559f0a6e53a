import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { OvulationResult } from '@domain/results/ovulation.ts';
import { isDayOld } from '@domain/results/taken-at.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { MethodStep } from './method-step.tsx';
import { METHODS } from './methods.ts';
import { OtherMethodsStep } from './other-methods-step.tsx';
import { OvulationFeedback } from './ovulation-feedback.tsx';
import { ResultStep } from './result-step.tsx';
import { momentOf } from './taken-earlier.ts';

const FORM = {
  name: 'log-ovulation',
  steps: ['method', 'result', 'other-methods'] as const,
  Answers: z.object({
    method: z.nullable(z.enum(METHODS)),
    result: z.nullable(OvulationResult),
    /** As the patient's clock showed it, '2026-11-18T10:30'; null for a test taken just now. */
    takenEarlier: z.nullable(z.string()),
  }),
  empty: { method: null, result: null, takenEarlier: null },
  failure: 'Failed to submit an ovulation test result.',
};

type Logged = { result: OvulationResult; isEarlier: boolean; pending: boolean };

/** Four steps: how ovulation is detected, the result or other ways, and what the result means. */
export function LogOvulation() {
  const [, navigate] = useLocation();
  const { answers, step, moved, saving, answer, goTo, startOver, submit } = useEntryForm(FORM);
  const [logged, setLogged] = useState<Logged | null>(null);

  function exit() {
    startOver();
    navigate('/home');
  }

  function logAnother() {
    startOver();
    setLogged(null);
  }

  function save(result: OvulationResult) {
    const takenAt = answers.takenEarlier === null ? undefined : momentOf(answers.takenEarlier);
    const isEarlier = takenAt !== undefined && isDayOld(instantFromIso(takenAt), Date.now());
    submit({ kind: 'ovulation', result, takenAt }, ({ pending }) =>
      setLogged({ result, isEarlier, pending }),
    );
  }

  if (logged) return <OvulationFeedback {...logged} onLogAnother={logAnother} onExit={exit} />;
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
      method={answers.method}
      moved={moved}
      onChange={(method) => answer({ method })}
      onContinue={(method) => goTo(method === 'Other methods' ? 'other-methods' : 'result')}
      onExit={exit}
    />
  );
}
