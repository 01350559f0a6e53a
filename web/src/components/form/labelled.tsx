import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

export type LabelledProps = {
  label: string;
  /** A line of help between the label and the field. */
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
};

type Wiring = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

export const fieldLook = (error: string | undefined) =>
  'press block w-full rounded-field border bg-card px-4 text-body placeholder:text-soft disabled:opacity-60 ' +
  (error ? 'border-danger' : 'border-edge');

/** The frame of every field: a real label, help, and its error, all linked to it. */
export function Labelled({
  label,
  hint,
  error,
  className = '',
  children,
}: LabelledProps & { children: (wiring: Wiring, labelId: string) => ReactNode }) {
  const id = useId();
  const labelId = `${id}-label`;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label id={labelId} htmlFor={id} className="block text-small font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="mt-0.5 text-small text-soft">
          {hint}
        </p>
      )}
      <div className="mt-2">
        {children(
          {
            id,
            'aria-invalid': error ? true : undefined,
            'aria-describedby': described || undefined,
          },
          labelId,
        )}
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
