import { useEffect, useRef } from 'react';
import { DescribedPicture } from '@/components/art/described-picture.tsx';
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
    // On the first page there is no Back button to keep the focus.
    if (before.current > 0 && index === 0 && document.activeElement === document.body)
      onward.current?.focus();
    if (before.current !== index) window.scrollTo(0, 0);
    before.current = index;
  }, [index]);

  return (
    <div className="mx-auto -mb-10 flex w-full max-w-xl grow flex-col lg:max-w-4xl" {...swipe}>
      <Stepper current={index + 1} total={steps.length} showLabel={false} />
      <div aria-live="polite" className="grow lg:grid lg:items-center">
        <StepPage key={step.picture} step={step} />
      </div>
      {/* All pictures load with the first step, so that losing the network affects none. */}
      <div hidden>
        {steps.map(({ picture }) => (
          <Picture key={picture} name={picture} />
        ))}
      </div>
      {/* The buttons stay in place on every step, however long it is. */}
      <div className="bottom-bar -mx-5 grid grid-cols-[6.5rem_1fr] gap-3 bg-paper px-5 py-4 sm:pb-8">
        {index > 0 && (
          <Button look="outline" onClick={back} disabled={finishing}>
            Back
          </Button>
        )}
        <Button
          ref={onward}
          className="col-start-2 sm:min-w-56 sm:justify-self-end"
          busy={isLast ? finishing : undefined}
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
    <div className="rise mt-6 lg:grid lg:grid-cols-2 lg:items-center lg:gap-12">
      {/* On a short screen the picture shrinks instead of being cut, because the text below refers to its parts. */}
      <DescribedPicture
        name={picture}
        className="h-[clamp(8rem,26dvh,18rem)] rounded-card max-sm:w-full sm:aspect-[3/2] sm:w-auto lg:h-auto lg:w-full"
      />
      <div className="min-w-0">
        <div className="mt-6 flex items-center gap-3 lg:mt-0">
          {badge && <Badge tone="brand">{badge}</Badge>}
          <h1 className="min-w-0 text-title wrap-anywhere">{title}</h1>
        </div>
        <p className="mt-3 text-lead text-soft">{text}</p>
        {points.length > 0 && (
          <ol className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2 sm:gap-y-4 lg:grid-cols-1">
            {points.map(({ name, text: words }) => (
              <li key={name}>
                <p className="font-semibold">{name}</p>
                <p className="text-soft max-sm:text-small">{words}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
