import { useId } from 'react';

/** A checkbox has its own state; only its name differs. */
const SWITCH = { role: 'switch' };

type Props = {
  label: string;
  help?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** An on/off switch that takes effect right away. */
export function Switch({ label, help, checked, onChange, disabled }: Props) {
  const helpId = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-medium">
        {label}
        <input
          type="checkbox"
          {...SWITCH}
          className="switch"
          checked={checked}
          disabled={disabled}
          aria-describedby={help ? helpId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      </label>
      {help && (
        <p id={helpId} className="max-w-prose text-small text-soft">
          {help}
        </p>
      )}
    </div>
  );
}
