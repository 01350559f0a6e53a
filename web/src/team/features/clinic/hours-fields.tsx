import { daysAsText, readDays } from '@domain/coach/hours-settings.ts';
import { EVERY_DAY, usualHours } from '@domain/coach/clinic-hours.ts';
import { nameOfWeekday } from '@domain/time/words.ts';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { Field } from '@/components/form/field.tsx';
import { FieldError } from '@/components/form/field-error.tsx';

type Props = {
  label: string;
  hint?: string;
  /** As it is stored; blank for the default. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A browser's time field ends the day at 00:00. */
const shown = (closes: string) => (closes === '24:00' ? '00:00' : closes);
const meant = (closes: string) => (closes === '00:00' ? '24:00' : closes);

/** When the team reads and replies: 'Opens' and 'Closes'. */
export function HoursFields({ label, hint, value, error, onChange }: Props) {
  const usual = usualHours('UTC');
  const [opens = '', closes = ''] = (value || `${usual.opens}-${usual.closes}`).split('-');
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="font-semibold">{label}</legend>
      <p className="mt-0.5 text-small text-soft">{hint}</p>
      <div className="mt-2 grid grid-cols-2 gap-4">
        <Field
          label="Opens"
          type="time"
          value={opens}
          onChange={({ target }) => onChange(`${target.value}-${closes}`)}
        />
        <Field
          label="Closes"
          type="time"
          value={shown(closes)}
          onChange={({ target }) => onChange(`${opens}-${meant(target.value)}`)}
        />
      </div>
      <FieldError id="care-hours-problem" error={error} />
    </fieldset>
  );
}

/** The days when the team reads and replies. */
export function DaysField({ label, value, error, onChange }: Props) {
  const days = value ? (readDays(value) ?? []) : EVERY_DAY;
  return (
    <div className="sm:col-span-2">
      <CheckboxGroup
        legend={label}
        options={EVERY_DAY.map(nameOfWeekday)}
        value={days.map(nameOfWeekday)}
        error={error}
        onChange={(names) =>
          onChange(daysAsText(EVERY_DAY.filter((day) => names.includes(nameOfWeekday(day)))) || NONE)
        }
      />
    </div>
  );
}

/** Not a value: the form says that a day is needed. */
const NONE = '-';
