import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

export type QuestionProps = {
  /** The question: the name of the group. */
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** True where the question is already the page's heading. */
  hideLegend?: boolean;
  className?: string | undefined;
};

/** A named group of answers, with help and error tied to it. */
export function Question({
  legend,
  hint,
  error,
  hideLegend = false,
  className = '',
  children,
}: QuestionProps & { children: ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <fieldset
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
      className={`group/question min-w-0 ${className}`}
    >
      <legend className={hideLegend ? 'sr-only' : 'text-small font-semibold'}>{legend}</legend>
      {hint && (
        <p id={hintId} className="mt-0.5 text-small text-soft">
          {hint}
        </p>
      )}
      <div className={`grid gap-2.5 ${hideLegend && !hint ? '' : 'mt-2.5'}`}>{children}</div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

export type Answer = string | { value: string; label: ReactNode; detail?: ReactNode };

export const asAnswer = (answer: Answer) =>
  typeof answer === 'string' ? { value: answer, label: answer, detail: undefined } : answer;
