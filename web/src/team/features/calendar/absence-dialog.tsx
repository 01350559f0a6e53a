import { useState } from 'react';
import { TeamAbsencesRequest } from '@domain/contracts/team/team-absences.ts';
import type { CalendarPerson } from '@domain/contracts/team/team-calendar.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { isoFromInstant } from '@domain/time/instant.ts';
import { instantOf } from '@domain/time/local.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = {
  person: CalendarPerson;
  people: readonly CalendarPerson[];
  zone: string;
  /** The day that someone looks at, often the first one away. */
  day: LocalDate;
  onClose: () => void;
};

const EVERYBODY = 'everybody';

/** In the person's own zone, wherever the device is. */
const momentOf = (local: string, zone: string) =>
  isoFromInstant(instantOf(local.slice(0, 10), local.slice(11, 16), zone));

/**
 * The start and end of an absence, and who covers. The calls in between are then listed as needing a new
 * plan.
 */
export function AbsenceDialog({ person, people, zone, day, onClose }: Props) {
  const [now] = useState(Date.now);
  const [unit, setUnit] = useState('days');
  const [from, setFrom] = useState<string>(day);
  const [until, setUntil] = useState<string>(day);
  const [cover, setCover] = useState(EVERYBODY);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-absences', onDone: onClose });
  const isDays = unit === 'days';
  const missing = isDays ? 'Please select a day' : 'Please select a day and a time';
  const ends = from !== '' && until !== '' && (isDays ? until < from : until <= from);
  function send() {
    setAsked(true);
    if (from === '' || until === '' || ends) return;
    const read = TeamAbsencesRequest.safeParse({
      action: 'add',
      person: person.id,
      from: isDays ? from : momentOf(from, zone),
      until: isDays ? until : momentOf(until, zone),
      coveredBy: cover === EVERYBODY ? null : cover,
    });
    if (read.success) mutate(read.data);
  }
  const type = isDays ? 'date' : 'datetime-local';
  return (
    <ActDialog
      open
      title={`Add absence for ${person.name}`}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <RadioGroup
        legend="How long?"
        options={[
          { value: 'days', label: 'Whole days' },
          { value: 'hours', label: 'Hours' },
        ]}
        value={unit}
        onChange={(next) => {
          const first = next === 'days' ? day : '';
          setUnit(next);
          setFrom(first);
          setUntil(first);
        }}
      />
      <Field
        label="From"
        type={type}
        value={from}
        error={asked && from === '' ? missing : undefined}
        onChange={({ target }) => {
          setFrom(target.value);
          if (isDays && until < target.value) setUntil(target.value);
        }}
      />
      <Field
        label="To"
        type={type}
        value={until}
        hint={isDays ? 'The last day away.' : `Times are in ${zoneName(zone, now)}.`}
        error={
          asked && until === ''
            ? missing
            : asked && ends
              ? 'Please select an end after the beginning'
              : undefined
        }
        onChange={({ target }) => setUntil(target.value)}
      />
      <Select
        label="Covered by"
        options={[
          {
            value: EVERYBODY,
            // Clinicians share all patients, so they need no one to cover.
            label:
              person.role === 'coach'
                ? 'No one (all coaches can see these patients)'
                : 'No one in particular',
          },
          ...people
            .filter(({ id, role, hasLeft }) => id !== person.id && role === person.role && !hasLeft)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={cover}
        onChange={({ target }) => setCover(target.value)}
      />
      <p className="text-small text-soft">
        We’ll list the calls during this absence next, so you can reschedule, reassign or cancel each one.
      </p>
    </ActDialog>
  );
}
