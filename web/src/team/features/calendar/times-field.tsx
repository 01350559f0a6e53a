import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TeamSlots } from '@domain/contracts/team/team-slots.ts';
import { DAY, instantFromIso, isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { shortDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { cityOf, dayOf, timeOf } from '@/lib/care-team/times.ts';
import { slotsQuery } from './queries.ts';

/** The most days one request may ask for. */
const DAYS = 31;
/** The number of free times offered instead of a taken one. */
const NEXT = 5;
const ANYONE = 'anyone';

export type Times = { startTime: string; endTime: string; host?: string };
/** The time that was clicked in the calendar. */
export type Wanted = { at: Instant; host: string };
type Slot = TeamSlots['slots'][number];
type Props = {
  /** What the times are for: a call that moves, or a patient and a call type. */
  about: Record<string, string>;
  zone: string;
  wanted?: Wanted | undefined;
  /** The selected start. */
  chosen: Times | null;
  isMissing: boolean;
  /** Someone else took the selected time first. */
  isTaken: boolean;
  onChoose: (times: Times | null) => void;
};

const timesOf = (startTime: string, endTime: string, host: string | null): Times => ({
  startTime,
  endTime,
  ...(host !== null && { host }),
});

/** The times the patient would be offered: first the host, then the day, then the hour. */
export function TimesField({ about, zone, wanted, chosen, isMissing, isTaken, onChoose }: Props) {
  const [begins, setBegins] = useState(() => Date.now());
  const query = {
    ...about,
    searchFrom: isoFromInstant(begins),
    searchUntil: isoFromInstant(begins + DAYS * DAY),
  };
  const { data, error, refetch } = useQuery(slotsQuery(query));
  useEffect(() => checkSession(error), [error]);
  useEffect(() => {
    if (isTaken) void refetch();
  }, [isTaken, refetch]);
  const [host, setHost] = useState(wanted?.host ?? ANYONE);
  const [day, setDay] = useState('');
  const [isTouched, setIsTouched] = useState(false);

  const place = data?.hosts.findIndex(({ id }) => id === host) ?? -1;
  const only = place < 0 ? null : host;
  const slots = (data?.slots ?? []).filter(({ free }) => only === null || free.includes(place));
  // Selects the clicked time once its slots are known, or says that it is taken.
  const pointedAt = isTouched ? undefined : wanted?.at;
  const start = pointedAt === undefined ? undefined : isoFromInstant(pointedAt);
  const offered = slots.find(({ startTime }) => instantFromIso(startTime) === pointedAt);
  const [begin, end] = [offered?.startTime, offered?.endTime];
  useEffect(() => {
    if (begin !== undefined && end !== undefined) onChoose(timesOf(begin, end, only));
  }, [begin, end, only, onChoose]);
  const choose = (slot: Slot | undefined) => {
    setIsTouched(true);
    if (slot) setDay(dayOf(slot.startTime, zone));
    onChoose(slot ? timesOf(slot.startTime, slot.endTime, only) : null);
  };
  if (error) {
    return (
      <Failed title="The times didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <LoadingBlock label="Loading times..." lines={3} />;
  const isGone = isTaken && chosen !== null && slots.every((slot) => slot.startTime !== chosen.startTime);
  const missed = start !== undefined && offered === undefined ? start : null;
  const taken = isGone ? chosen.startTime : missed;
  const shownDay = day || (chosen ? dayOf(chosen.startTime, zone) : '');
  const days = [...new Set(slots.map(({ startTime }) => dayOf(startTime, zone)))];
  const onDay = slots.filter((slot) => dayOf(slot.startTime, zone) === shownDay);
  const restart = (next: Instant) => {
    setIsTouched(true);
    setBegins(next);
    setDay('');
    onChoose(null);
  };
  return (
    <div className="space-y-5">
      {data.hosts.length > 1 && (
        <Select
          label="With"
          options={[
            { value: ANYONE, label: 'Anyone who is free' },
            ...data.hosts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={only ?? ANYONE}
          onChange={({ target }) => {
            setHost(target.value);
            restart(begins);
          }}
        />
      )}
      {wanted && only === null && host === wanted.host && data.hosts.length > 0 && (
        <p className="text-small">The person you selected doesn’t take this call type.</p>
      )}
      {taken !== null && (
        <NextTimes
          at={taken}
          slots={slots.filter((slot) => slot.startTime > taken).slice(0, NEXT)}
          zone={zone}
          onChoose={choose}
        />
      )}
      {days.length === 0 ? (
        <p>No open times in the next {DAYS} days.</p>
      ) : (
        <Select
          label="Day"
          options={days.map((value) => ({ value, label: shortDay(value) }))}
          value={shownDay}
          error={isMissing && shownDay === '' ? 'Please select a day' : undefined}
          onChange={({ target }) => {
            setIsTouched(true);
            setDay(target.value);
            onChoose(null);
          }}
        />
      )}
      {onDay.length > 0 && (
        <Select
          label="Time"
          hint={`By the clock in ${cityOf(zone)}.`}
          options={onDay.map(({ startTime, host: first }) => ({
            value: startTime,
            label: `${timeOf(startTime, zone)}, with ${only === null ? first.name : data.hosts[place]!.name}`,
          }))}
          value={chosen?.startTime ?? ''}
          error={isMissing && chosen === null ? 'Please select a time' : undefined}
          onChange={({ target }) => choose(onDay.find((slot) => slot.startTime === target.value))}
        />
      )}
      <CompactButton onClick={() => restart(begins + DAYS * DAY)}>More days</CompactButton>
    </div>
  );
}

type NextProps = { at: string; slots: Slot[]; zone: string; onChoose: (slot: Slot | undefined) => void };

/** The next free times after one that is taken. */
function NextTimes({ at, slots, zone, onChoose }: NextProps) {
  const when = (iso: string) => `${shortDay(dayOf(iso, zone))}, ${timeOf(iso, zone)}`;
  return (
    <div className="space-y-3">
      <p role="alert" className="text-small font-semibold text-learn">
        {`${when(at)} isn’t free for this call.`}
      </p>
      {slots.length > 0 && (
        <RadioGroup
          legend="Next free times"
          options={slots.map(({ startTime }) => ({ value: startTime, label: when(startTime) }))}
          value=""
          onChange={(picked) => onChoose(slots.find(({ startTime }) => startTime === picked))}
        />
      )}
    </div>
  );
}
