import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import type { Instant } from '@domain/time/instant.ts';
import { clockTime } from '@domain/time/zoned-words.ts';
import { CallTile } from './call-tile.tsx';
import { callSpan, freeIn, type Column } from './columns.ts';
import { FreeTime } from './free-time.tsx';
import { instantAt, lanesOf, minuteOn, placeOf, type Span } from './spans.ts';
import { inColumn } from './style.ts';
import type { Held, useDrag } from './use-drag.ts';
import type { Wanted } from '../times-field.tsx';

type Props = {
  column: Column;
  label: string;
  zone: string;
  isToday: boolean;
  now: Instant;
  held: Held | null;
  handlersOf: ReturnType<typeof useDrag>['handlersOf'];
  onOpen: (call: CalendarAppointment) => void;
  onBook: (wanted: Wanted) => void;
};

/** One person's day from midnight to midnight: hours, absences and calls. */
export function GridColumn(props: Props) {
  const { column, label, zone, isToday, now, held, handlersOf, onOpen, onBook } = props;
  const { key, day, working, away, taken, open, calls } = column;
  const place = (span: Span) => placeOf(span, day, zone);
  const lanes = lanesOf(calls.map(callSpan));
  return (
    <fieldset
      aria-label={label}
      data-column={key}
      className="time-column min-w-0 border-l border-line bg-paper"
    >
      {open.map((span) => (
        <Ground key={span.from} className="bg-other-soft/45" place={place(span)} />
      ))}
      {working.map((span) => (
        <Ground key={span.from} className="bg-card" place={place(span)} />
      ))}
      <div aria-hidden="true" className="hour-lines absolute inset-0" />
      {away.map((span) => (
        <Ground
          key={span.from}
          className="away-stripes px-2 py-1 text-[0.75rem] text-other"
          place={place(span)}
        >
          Absence
        </Ground>
      ))}
      {taken.map((span) => (
        <Ground
          key={span.from}
          className="overflow-clip rounded-lg border border-line bg-other-soft px-2 text-[0.75rem] leading-relaxed text-other"
          place={place(span)}
        >
          Busy
        </Ground>
      ))}
      {!column.person.hasLeft &&
        freeIn(column, now).map((span) => (
          <FreeTime
            key={span.from}
            {...{ span, column, zone }}
            onBook={(at) => onBook({ at, host: column.person.id })}
          />
        ))}
      <ul>
        {calls.map((call, at) => (
          <CallTile
            key={call.id}
            {...{ call, zone, now }}
            place={place(callSpan(call))}
            lane={lanes[at]!}
            handlers={call.mayChange ? handlersOf(call, column) : undefined}
            onOpen={() => onOpen(call)}
          />
        ))}
      </ul>
      {held?.column === key && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0.5 z-[6] overflow-clip rounded-lg border-2 border-dashed border-brand bg-blush/90 px-1.5 text-[0.78125rem] leading-tight font-semibold text-brand-ink"
          style={inColumn({ top: held.minute, length: held.length })}
        >
          {clockTime(instantAt(held.minute, day, zone), zone)}
        </div>
      )}
      {isToday && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-[5] h-0.5 bg-brand before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-brand"
          style={{ top: inColumn({ top: minuteOn(now, day, zone), length: 0 }).top }}
        />
      )}
    </fieldset>
  );
}

type GroundProps = { place: { top: number; length: number }; className: string; children?: string };

function Ground({ place, className, children }: GroundProps) {
  return (
    <div className={`absolute inset-x-0 ${className}`} style={inColumn(place)}>
      {children}
    </div>
  );
}
