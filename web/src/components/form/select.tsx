import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { fieldLook, Labelled, type LabelledProps } from './labelled.tsx';

type Option = string | LabelledOption;
/** Options of the same group are next to each other, under its name. */
type LabelledOption = { value: string; label: string; group?: string };
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
            {grouped(options.map(asOption)).map(([group, own]) =>
              group === undefined ? (
                own.map(shown)
              ) : (
                <optgroup key={group} label={group}>
                  {own.map(shown)}
                </optgroup>
              ),
            )}
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

const asOption = (option: Option): LabelledOption =>
  typeof option === 'string' ? { value: option, label: option } : option;

const grouped = (options: readonly LabelledOption[]) =>
  [...new Set(options.map(({ group }) => group))].map(
    (name) => [name, options.filter(({ group }) => group === name)] as const,
  );

const shown = ({ value, label }: LabelledOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);
