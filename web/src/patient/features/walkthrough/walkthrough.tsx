import { useEffect, useRef } from 'react';
import { Picture } from '@/components/art/picture.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { Button } from '@/components/action/button.tsx';
import { Stepper } from '@/components/layout/stepper.tsx';
import { stepsFor, type WalkthroughStep } from './steps.ts';
import { useSteps } from './use-steps.ts';

type Props = { firstName: string | null; finishing: boolean; onFinish: () => void };

/** Seven pages, one at a time. */
export function Walkthrough({ firstName, finishing, onFinish }: Props) {
  const steps = stepsFor(firstName);
  const { index, forward, back, swipe } = useSteps(steps.length);
  const onward = useRef<HTMLButtonElement>(null);
  const step = steps[index]!;
  const isLast = index === steps.length - 1;

  const before = useRef(index);
  useEffect(() => {
    // On the first page there is no Back button left to hold the keyboard.
    if (before.current > 0 && index === 0 && document.activeElement === document.body)
      onward.current?.focus();
    before.current = index;
  }, [index]);

  return (
    <div className="mx-auto flex max-w-xl flex-col" {...swipe}>
      <Stepper current={index + 1} total={steps.length} showLabel={false} />
      <div aria-live="polite">
        <StepPage key={step.picture} step={step} />
      </div>
      <div className="mt-8 flex gap-3 max-sm:sticky max-sm:bottom-0 max-sm:-mx-5 max-sm:bg-paper max-sm:px-5 max-sm:py-4">
        {index > 0 && (
          <Button look="outline" onClick={back} disabled={finishing}>
            Back
          </Button>
        )}
        <Button
          ref={onward}
          className="flex-1 sm:ml-auto sm:flex-none sm:px-10"
          busy={finishing}
          onClick={isLast ? onFinish : forward}
        >
          {isLast ? 'Continue to Home' : 'Next'}
        </Button>
      </div>
    </div>
  );
}

function StepPage({ step }: { step: WalkthroughStep }) {
  const { picture, title, text, points = [], badge } = step;
  return (
    <div className="rise mt-6 sm:min-h-130">
      <Picture name={picture} className="aspect-[2/1] w-full rounded-card" />
      <div className="mt-7 flex items-center gap-3">
        {badge && <Badge tone="brand">{badge}</Badge>}
        <h1 className="text-title">{title}</h1>
      </div>
      <p className="mt-3 text-lead text-soft">{text}</p>
      {points.length > 0 && (
        <ol className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2 sm:gap-y-4">
          {points.map(({ name, text: words }) => (
            <li key={name}>
              <p className="font-semibold">{name}</p>
              <p className="text-soft max-sm:text-small">{words}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
