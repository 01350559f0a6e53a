import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DAY, isoFromInstant } from '@domain/time/instant.ts';
import { shortDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Select } from '@/components/form/select.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { cityOf, dayOf, timeOf } from '@/lib/care-team/times.ts';
import { slotsQuery } from './queries.ts';

/** As many days as one question may be about. */
const DAYS = 31;

export type Times = { startTime: string; endTime: string | null };
type Props = {
  /** Whose times: a call that moves, or a patient and a kind of call. */
  about: Record<string, string>;
  zone: string;
  /** The start that is chosen. */
  chosen: Times | null;
  isMissing: boolean;
  onChoose: (times: Times | null) => void;
};

/** The same times as the patient is offered: first the day, then the hour and with whom. */
export function TimesField({ about, zone, chosen, isMissing, onChoose }: Props) {
  const [begins, setBegins] = useState(() => Date.now());
  const query = {
    ...about,
    searchFrom: isoFromInstant(begins),
    searchUntil: isoFromInstant(begins + DAYS * DAY),
  };
  const { data, error, refetch } = useQuery(slotsQuery(query));
  useEffect(() => checkSession(error), [error]);
  const [day, setDay] = useState('');
  if (error) {
    return (
      <Failed title="The times did not load" words={failureWords(error)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingBlock label="Loading times..." lines={3} />;
  const days = [...new Set(data.slots.map(({ startTime }) => dayOf(startTime, zone)))];
  const onDay = data.slots.filter(({ startTime }) => dayOf(startTime, zone) === day);
  const later = () => {
    setBegins(begins + DAYS * DAY);
    setDay('');
    onChoose(null);
  };
  return (
    <div className="space-y-5">
      {days.length === 0 ? (
        <p>No time is free within these {DAYS} days.</p>
      ) : (
        <Select
          label="Day"
          options={days.map((value) => ({ value, label: shortDay(value) }))}
          value={day}
          error={isMissing && day === '' ? 'Please choose a day' : undefined}
          onChange={({ target }) => {
            setDay(target.value);
            onChoose(null);
          }}
        />
      )}
      {onDay.length > 0 && (
        <Select
          label="Time"
          hint={`By the clock in ${cityOf(zone)}.`}
          options={onDay.map(({ startTime, host }) => ({
            value: startTime,
            label: `${timeOf(startTime, zone)}, with ${host.name}`,
          }))}
          value={chosen?.startTime ?? ''}
          error={isMissing && chosen === null ? 'Please choose a time' : undefined}
          onChange={({ target }) => {
            const slot = onDay.find(({ startTime }) => startTime === target.value);
            onChoose(slot ? { startTime: slot.startTime, endTime: slot.endTime } : null);
          }}
        />
      )}
      <CompactButton onClick={later}>Show later days</CompactButton>
    </div>
  );
}
