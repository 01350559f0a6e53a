import type { Ref, TextareaHTMLAttributes } from 'react';
import { fieldLook, Labelled, type LabelledProps } from './labelled.tsx';

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & LabelledProps & { ref?: Ref<HTMLTextAreaElement> };

/** Grows with its text, if the browser supports it. */
export function TextArea({ label, hint, error, className, rows = 3, ...area }: Props) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(wiring) => (
        <textarea
          rows={rows}
          className={`${fieldLook(error)} field-sizing-content min-h-28 resize-y py-3.5`}
          {...wiring}
          {...area}
        />
      )}
    </Labelled>
  );
}
