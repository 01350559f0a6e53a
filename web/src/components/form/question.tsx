import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

export type QuestionProps = {
  /** The question: the group's name. Without one, `labelledBy` points to a heading that asks it. */
  legend?: ReactNode;
  labelledBy?: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
};

/** A named group of answers, with its help and error. */
export function Question({
  legend,
  labelledBy,
  hint,
  error,
  className = '',
  children,
}: QuestionProps & { children: ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <fieldset
      aria-labelledby={labelledBy}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
      className={`group/question min-w-0 ${className}`}
    >
      {legend && <legend className="text-small font-semibold">{legend}</legend>}
      {hint && (
        <p id={hintId} className="mt-0.5 text-small text-soft">
          {hint}
        </p>
      )}
      <div className={`grid gap-2.5 ${legend || hint ? 'mt-2.5' : ''}`}>{children}</div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

export type Answer = string | { value: string; label: ReactNode; detail?: ReactNode };

export const asAnswer = (answer: Answer) =>
  typeof answer === 'string' ? { value: answer, label: answer, detail: undefined } : answer;
