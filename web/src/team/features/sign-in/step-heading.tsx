import { useEffect, useRef, type ReactNode } from 'react';
import { useDocumentTitle } from '@/components/layout/use-document-title.ts';

type Props = {
  children: string;
  /** Which step of it this is. */
  step?: string;
  intro?: ReactNode;
  detail?: string;
  /** For a step that is to be read before anything is typed. */
  takesFocus?: boolean;
};

/**
 * Names the group of a step's field, so that someone who hears the page knows where they are; one is shown
 * at a time.
 */
export const STEP_INTRO = 'step-intro';

/** The heading of a step, with what it asks for. */
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
