import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '@/components/form/code-input.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { STEP_INTRO } from './step-heading.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** What password managers and browsers remember it by. */
  name: 'code' | 'totp';
  /** True where it is the first thing to fill in: it takes the focus, and whoever hears that hears what the step is. */
  first?: boolean;
};

export function CodeField({ label, name, value, onChange, error, first = false }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (first) input.current?.focus();
  }, [first]);

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
  if (code.length !== 6) throw new AppError('incomplete_code');
}
