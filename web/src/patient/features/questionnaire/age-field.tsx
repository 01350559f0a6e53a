import { useState } from 'react';
import { NOT_A_NUMBER } from '@domain/onboarding/questionnaire-form.ts';
import { Field } from '@/components/form/field.tsx';

type Props = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

/** A number box hides its text while it isn't a number, so the box isn't controlled. */
export function AgeField({ label, hint, value, error, onChange }: Props) {
  const [opening] = useState(value);
  return (
    <Field
      type="number"
      inputMode="numeric"
      min={18}
      max={100}
      autoComplete="off"
      label={label}
      hint={hint}
      error={error}
      defaultValue={opening}
      // Scrolling the wheel moves the page. In a focused number box it would change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      // React doesn't see changes while the box reports an empty value, but the input event always fires.
      onInput={({ currentTarget: { validity, value: typed } }) =>
        onChange(validity.badInput ? NOT_A_NUMBER : typed)
      }
    />
  );
}
