import type { RefObject } from 'react';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import { toReview, type SafetyAnswers, type Situation } from '@domain/safety/safety-outcome.ts';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';

type Props = { answers: SafetyAnswers; situation: Situation; form: RefObject<HTMLFormElement | null> };

/** Every Yes and Not sure again, above the button that sends them. */
export function Review({ answers, situation, form }: Props) {
  const answered = toReview(answers, situation);
  if (answered.length === 0) return null;

  /** The current answer. */
  const goTo = (words: string) => {
    const group = [...(form.current?.querySelectorAll('fieldset') ?? [])].find(
      (each) => each.querySelector('legend')?.textContent === words,
    );
    group?.querySelector<HTMLInputElement>('input:checked')?.focus();
  };

  return (
    <Card title={SAFETY_CHECK.review}>
      <p>{SAFETY_CHECK.reviewIntro}</p>
      <ul className="mt-3 divide-y divide-line">
        {answered.map(({ question: { id, words }, answer }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <p>
              {words} <strong>{SAFETY_CHECK.answers[answer]}</strong>
            </p>
            <Button
              look="quiet"
              className="shrink-0"
              aria-label={`${SAFETY_CHECK.change}: ${words}`}
              onClick={() => goTo(words)}
            >
              {SAFETY_CHECK.change}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
