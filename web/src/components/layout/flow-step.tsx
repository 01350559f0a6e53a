import { useEffect, useRef, type ReactNode } from 'react';
import { Card } from './card.tsx';

type Props = {
  heading: string;
  intro?: ReactNode;
  /** Above the heading: how far along. */
  progress?: ReactNode;
  /** From edge to edge above everything. */
  picture?: ReactNode;
  /** Reached from another step: the heading is announced and scrolled to. */
  moved: boolean;
  /** Buttons, the primary one first. */
  actions: ReactNode;
  children?: ReactNode;
};

/** Names the group of answers if the heading is the question. */
export const FLOW_HEADING = 'flow-heading';

/** One step of a one-question-at-a-time form, or its feedback. */
export function FlowStep({ heading, intro, progress, picture, moved, actions, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) title.current?.focus();
  }, [moved]);

  return (
    <Card className="rise mx-auto max-w-xl" picture={picture}>
      <div className="sm:p-3">
        {progress && <div className="mb-6">{progress}</div>}
        <h2 id={FLOW_HEADING} ref={title} tabIndex={-1} className="scroll-mt-24 text-title">
          {heading}
        </h2>
        {intro && <p className="mt-2 text-lead text-soft">{intro}</p>}
        {children && <div className="mt-6 space-y-5">{children}</div>}
        <div className="mt-8 flex flex-wrap gap-2.5 max-sm:*:grow max-sm:[&>:first-child]:basis-full">
          {actions}
        </div>
      </div>
    </Card>
  );
}
