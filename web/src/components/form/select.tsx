import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { fieldLook, Labelled, type LabelledProps } from './labelled.tsx';

type Option = string | { value: string; label: string };
type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> &
  LabelledProps & {
    options: readonly Option[];
    /** Shown while nothing is selected; not one of the answers. */
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser's own select: the best one on a phone. */
export function Select({
  label,
  hint,
  error,
  className,
  options,
  placeholder = 'Select one',
  ...rest
}: Props) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(wiring) => (
        <div className="relative">
          <select className={`select ${fieldLook(error)} h-13 pr-12`} {...wiring} {...rest}>
            <option value="" disabled hidden aria-label={placeholder} />
            {options.map(asOption).map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <span aria-hidden="true" className="select-hint">
            {placeholder}
          </span>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-brand"
          />
        </div>
      )}
    </Labelled>
  );
}

const asOption = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option);
