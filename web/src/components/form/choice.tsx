import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  type: 'radio' | 'checkbox';
  label: ReactNode;
  /** A second line, in softer words. */
  detail?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** One answer to tick: the whole row can be pressed. */
export function Choice({ type, label, detail, ...input }: Props) {
  return (
    <label className="choice">
      <input type={type} className={`tick ${type === 'radio' ? 'tick-round' : ''}`} {...input} />
      <span className="min-w-0">
        {label}
        {detail && <span className="mt-0.5 block text-small text-soft">{detail}</span>}
      </span>
    </label>
  );
}
