import { useId, type InputHTMLAttributes, type Ref } from 'react';
import { FieldError } from './field-error.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

export function Field({ label, error, className = '', ...input }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-2 block text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        className={
          'press block h-13 w-full rounded-field border bg-card px-4 text-body placeholder:text-soft ' +
          (error ? 'border-danger' : 'border-edge')
        }
        {...input}
      />
      <FieldError id={errorId} error={error} />
    </div>
  );
}
