import type { ButtonHTMLAttributes } from 'react';
import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import { MINUTE, type Instant } from '@domain/time/instant.ts';
import { timeOf } from '@/lib/care-team/times.ts';
import { lookOf } from '../call-entry.tsx';
import { timesOf } from '../words.ts';
import { callSpan } from './columns.ts';
import { inColumn } from './style.ts';

type Props = {
  call: CalendarAppointment;
  zone: string;
  now: Instant;
  place: { top: number; length: number };
  lane: { lane: number; lanes: number };
  /** The handlers that move it, if it may be moved. */
  handlers: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
  onOpen: () => void;
};

/** A call, as tall as it is long. A click shows the actions for it. */
export function CallTile({ call, zone, now, place, lane: { lane, lanes }, handlers, onOpen }: Props) {
  const { ground, words } = lookOf(call, now);
  const state = words ?? (call.outcome && CALL_OUTCOME_WORDS[call.outcome]);
  const { from, until } = callSpan(call);
  const minutes = `${Math.round((until - from) / MINUTE)} min`;
  return (
    <li
      className="absolute p-px"
      style={{ ...inColumn(place), left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
    >
      <button
        type="button"
        onClick={onOpen}
        {...handlers}
        className={`press relative block size-full min-h-6 overflow-clip rounded-lg border px-1.5 py-px text-left text-[0.78125rem] leading-tight text-ink hover:border-brand ${ground} ${
          words === 'Host is away' || ground === 'border-line' ? 'bg-card' : ''
        }`}
      >
        <span className="sr-only">
          {[timesOf(call, zone), call.patient.name, call.kind, state].filter(Boolean).join(', ')}
        </span>
        <span aria-hidden="true" className="block truncate font-semibold tabular-nums">
          {`${timeOf(call.startsAt, zone).replace(/ [ap]m$/, '')} ${call.patient.name}`}
        </span>
        <span
          aria-hidden="true"
          className={`block truncate ${words ? 'font-semibold text-learn' : 'text-soft'}`}
        >
          {state ?? `${call.kind}, ${minutes}`}
        </span>
      </button>
    </li>
  );
}
