import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { Choice } from './choice.tsx';
import { FieldError } from './field-error.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  detail?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A single checkbox. */
export function Checkbox({ error, className, ...choice }: Props) {
  const errorId = useId();
  return (
    <div className={className}>
      <Choice
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        {...choice}
      />
      <FieldError id={errorId} error={error} />
    </div>
  );
}
