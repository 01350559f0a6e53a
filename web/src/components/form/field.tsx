import type { InputHTMLAttributes, Ref } from 'react';
import { fieldLook, Labelled, type LabelledProps } from './labelled.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & LabelledProps & { ref?: Ref<HTMLInputElement> };

export function Field({ label, hint, error, className, ...input }: Props) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(wiring) => <input className={`${fieldLook(error)} h-13`} {...wiring} {...input} />}
    </Labelled>
  );
}
