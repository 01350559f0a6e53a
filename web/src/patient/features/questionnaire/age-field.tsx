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

/** The browser keeps the text of a number box to itself while it is no number, so the box is not controlled. */
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
      // The wheel scrolls the page. In a number box that has the keyboard it would change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      // React hears of no change while the box answers nothing but emptiness; the input event is always told.
      onInput={({ currentTarget: { validity, value: typed } }) =>
        onChange(validity.badInput ? NOT_A_NUMBER : typed)
      }
    />
  );
}
