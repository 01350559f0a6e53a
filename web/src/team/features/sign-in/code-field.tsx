import { useEffect, useId, useRef, type RefObject } from 'react';
import { CodeInput } from '@/components/form/code-input.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { STEP_INTRO } from './step-heading.tsx';

const CODE_LENGTH = 6;

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** The field's name for password managers and browsers. */
  name: 'code' | 'totp';
  /**
   * True for the first field of a step. It gets the focus, and its group tells screen readers about the step.
   */
  first?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
};

export function CodeField({ label, name, value, onChange, error, first = false, ref }: Props) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;

  useEffect(() => {
    if (first) input.current?.focus();
  }, [first, input]);

  // Selects a complete wrong code so that typing replaces it, because no seventh digit fits.
  useEffect(() => {
    if (error && input.current?.value.length === CODE_LENGTH) input.current.select();
  }, [error, input]);

  const field = (
    <>
      <label htmlFor={id} className="mb-2 block text-small font-semibold">
        {label}
      </label>
      <CodeInput ref={input} {...{ id, name, value, onChange, error }} />
    </>
  );
  return first ? <fieldset aria-labelledby={STEP_INTRO}>{field}</fieldset> : <div>{field}</div>;
}

export function requireDigits(code: string): void {
  if (code.length !== CODE_LENGTH) throw new AppError('incomplete_code');
}
