import { useEffect, useId, useRef } from 'react';
import { CodeInput } from '@/components/form/code-input.tsx';
import { AppError } from '@/lib/backend/app-error.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** True where it is the first thing to fill in. */
  first?: boolean;
};

export function CodeField({ label, value, onChange, error, first = false }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (first) input.current?.focus();
  }, [first]);

  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-semibold">
        {label}
      </label>
      <CodeInput ref={input} id={id} name="code" value={value} onChange={onChange} error={error} />
    </div>
  );
}

export function requireDigits(code: string): void {
  if (code.length !== 6) throw new AppError('incomplete_code');
}
