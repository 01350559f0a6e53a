import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { instantOf, localDateTime } from '@domain/time/local.ts';
import { isReminderTime, reminderChoices } from '@domain/worklist/reminders.ts';

const OWN = 'own';
const DAY_MS = 24 * 60 * 60_000;

/** The selected option, and the text of the time field. */
export type Reminder = { choice: string; time: string };
export const NO_REMINDER: Reminder = { choice: '', time: '' };

type Where = { now: Instant; zone: string };

/** The selected moment. Null if there is none, or if it isn't in the next 7 days. */
export function reminderAt({ choice, time }: Reminder, { now, zone }: Where): string | null {
  const at =
    choice === OWN
      ? ownTime(time, zone)
      : (reminderChoices(now, zone).find(({ id }) => id === choice)?.at ?? null);
  return at !== null && isReminderTime(at, now) ? isoFromInstant(at) : null;
}

const ownTime = (time: string, zone: string): Instant | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(time) ? instantOf(time.slice(0, 10), time.slice(11, 16), zone) : null;

type Props = Where & {
  value: Reminder;
  onChange: (next: Reminder) => void;
  error?: string | undefined;
};

/** 'Remind me': in an hour, this afternoon, tomorrow morning, or at a time the person enters. */
export function ReminderChoice({ value, onChange, error, now, zone }: Props) {
  const options = [
    ...reminderChoices(now, zone).map(({ id, label }) => ({ value: id, label })),
    { value: OWN, label: 'Pick a time' },
  ];
  return (
    <>
      <RadioGroup
        legend="Remind me"
        options={options}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        error={value.choice === OWN ? undefined : error}
      />
      {value.choice === OWN && (
        <Field
          label="Time"
          type="datetime-local"
          min={localDateTime(now, zone)}
          max={localDateTime(now + 7 * DAY_MS, zone)}
          value={value.time}
          error={error}
          hint="At most 7 days from now"
          onChange={({ target }) => onChange({ ...value, time: target.value })}
        />
      )}
    </>
  );
}
