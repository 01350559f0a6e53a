import { useEffect, useRef, type ReactNode } from 'react';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';

type Props = {
  children: string;
  /** The step's number. */
  step?: string;
  intro?: ReactNode;
  detail?: string;
  /** For a step that has to be read before typing. */
  takesFocus?: boolean;
};

/** Names the group of a step's field for screen readers. One step is shown at a time. */
export const STEP_INTRO = 'step-intro';

/** A step's heading and its instructions. */
export function StepHeading({ children, step, intro, detail, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(step ? `${step} · ${children}` : children);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div>
      <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined} className="text-title outline-none">
        {children}
      </h1>
      <div id={STEP_INTRO}>
        {step && <h2 className="mt-4 font-sans font-semibold">{step}</h2>}
        {intro && <p className="mt-2 text-pretty text-soft wrap-anywhere">{intro}</p>}
        {detail && <p className="mt-2 text-small text-pretty text-soft wrap-anywhere">{detail}</p>}
      </div>
    </div>
  );
}
