import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { cycleAttempt, nextStep, previousStep } from '@domain/surveys/applicator-steps.ts';
import type { ApplicatorAnswers } from '@domain/surveys/applicator-use.ts';
import { answersFromTimers, timedUseOn } from '@domain/treatment-day/timed-use.ts';
import { useBack } from '@/components/overlay/back.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { useUser } from '@/lib/backend/session.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { treatmentDayEvents } from '@/lib/entries/treatment-day.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { finished, formFor, isAnswered, questionNumber, type SurveyAnswers } from './form.ts';
import { QuestionStep } from './question-step.tsx';
import { ThankYou } from './thank-you.tsx';
import { useCycleCheck } from './use-cycle-check.ts';

/**
 * Five questions, one at a time, and thanks. Sent with Continue on the last one. `isLate`: reports an
 * applicator from recent days after the survey has closed, so nothing mentions today or the next one.
 */
export function ApplicatorSurvey({ isLate = false }: { isLate?: boolean }) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const attempt = cycleAttempt(search.get('cycleAttempt'));
  const form = formFor(attempt);
  const { answers, step, moved, saving, answer, goTo, startOver, submit } = useEntryForm(form);
  const [sent, setSent] = useState<{ answers: ApplicatorAnswers; pending: boolean } | null>(null);
  const cycle = useCycleCheck();
  const { id: userId } = useUser();
  const timed = answers.inseminationDate
    ? timedUseOn(treatmentDayEvents(userId), answers.inseminationDate, shownZone())
    : null;
  const fromTimers = timed && answersFromTimers(timed);
  const isBusy = saving || cycle.checking;
  useBack(sent ? 0 : questionNumber(step) - 1, (left) => {
    if (!isBusy) goTo(form.steps[left]!);
    return !isBusy;
  });

  function goOn() {
    if (step === 'insemination-date') cycle.check(() => goTo('medications'));
    else if (step === 'use-feedback') send();
    else goTo(nextStep(step) as typeof step);
  }

  /** Prefills what the timers know about that day. The patient can change it. */
  function change(changed: Partial<SurveyAnswers>) {
    const day = changed.inseminationDate;
    const use = day ? timedUseOn(treatmentDayEvents(userId), day, shownZone()) : null;
    answer(use ? { ...changed, ...answersFromTimers(use) } : changed);
  }

  function send() {
    const complete = finished(answers);
    if (!complete) return;
    submit({ kind: 'applicator-use', answers: complete }, ({ pending }) => {
      toast({ title: 'Survey submitted', description: 'Thank you for your feedback!' });
      setSent({ answers: complete, pending });
    });
  }

  function exit() {
    startOver();
    navigate('/home');
  }

  const isCapOut = timed?.removedAt != null;
  if (sent) return <ThankYou {...sent} attempt={isLate ? null : attempt} isCapOut={isCapOut} onExit={exit} />;
  return (
    <QuestionStep
      key={step}
      step={step}
      isLate={isLate}
      answers={answers}
      moved={moved}
      pending={isBusy}
      canContinue={isAnswered(step, answers)}
      fromTimers={fromTimers}
      isCapOut={isCapOut}
      onAnswer={change}
      onContinue={goOn}
      onBack={step === 'insemination-date' ? null : () => goTo(previousStep(step) as typeof step)}
      onExit={exit}
    />
  );
}
