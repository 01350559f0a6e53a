import type { CalendarAppointment, TeamCalendar } from '@domain/contracts/team/team-calendar.ts';
import { addDays, weekdayOf, type LocalDate } from '@domain/time/day.ts';
import { weekdayAndDay } from '@domain/time/words.ts';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { dayOf } from '@/lib/care-team/times.ts';
import { CallEntry } from './call-entry.tsx';
import type { CallAct } from './call-acts.tsx';
import type { View } from './grid/columns.ts';
import { awayOn, busyOn, hourWords, timesOf } from './words.ts';

type Props = {
  view: View;
  calendar: TeamCalendar;
  zone: string;
  today: LocalDate;
  onAct: (act: CallAct, call: CalendarAppointment) => void;
};

const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** The same days as text, with each call's actions. A weekend without hours takes no space. */
export function Week({ calendar, zone, view, today, onAct }: Props) {
  const days =
    view === 'day'
      ? [calendar.from]
      : DAYS.map((day) => addDays(calendar.from, day)).filter(
          (day) => weekdayOf(day) < 6 || !isEmpty(calendar, day, zone),
        );
  return (
    // The arrow keys move from call to call. Tab reaches every call too.
    <ol
      className="mt-4 grid overflow-clip rounded-card border border-line bg-card shadow-card lg:auto-cols-fr lg:grid-flow-col lg:grid-rows-[auto_1fr] lg:divide-x lg:divide-line max-lg:divide-y max-lg:divide-line"
      aria-label={view === 'day' ? 'The day' : 'The week'}
      {...arrowKeys}
    >
      {days.map((day) => (
        <Day key={day} {...{ day, calendar, zone, onAct }} isToday={day === today} />
      ))}
    </ol>
  );
}

const callsOn = ({ calls }: TeamCalendar, day: LocalDate, zone: string) =>
  calls.filter((call) => dayOf(call.startsAt, zone) === day);
const hoursOn = ({ hours }: TeamCalendar, day: LocalDate) =>
  hours.filter(({ weekday }) => weekday === weekdayOf(day));
const isEmpty = (calendar: TeamCalendar, day: LocalDate, zone: string) =>
  callsOn(calendar, day, zone).length === 0 && hoursOn(calendar, day).length === 0;

type DayProps = Omit<Props, 'today' | 'view'> & { day: LocalDate; isToday: boolean };

function Day({ day, calendar, zone, isToday, onAct }: DayProps) {
  const calls = callsOn(calendar, day, zone);
  const away = calendar.absences.flatMap((absence) => awayOn(absence, day, zone) ?? []);
  const busy = calendar.taken.flatMap((taken) => busyOn(taken, day, zone) ?? []);
  const isOff = calendar.daysOff.includes(day);
  const hours = hoursOn(calendar, day).map(({ from, until }) => `${hourWords(from)} to ${hourWords(until)}`);
  return (
    // All headings in a row have the same height, with or without an absence.
    <li className="min-w-0 lg:row-span-2 lg:grid lg:min-h-48 lg:grid-rows-subgrid">
      <div
        className={`min-w-0 border-b border-line px-3 py-2.5 max-lg:flex max-lg:flex-wrap max-lg:gap-x-3 ${isToday ? 'bg-blush' : ''}`}
      >
        <h2 className="font-sans text-small font-semibold" aria-current={isToday ? 'date' : undefined}>
          {weekdayAndDay(day)}
        </h2>
        {hours.length === 0 && <p className="text-small text-soft">No hours</p>}
        {hours.map((words) => (
          <p key={words} className="text-small text-balance text-soft tabular-nums">
            {words}
          </p>
        ))}
        {away.map((words) => (
          <p key={words} className="text-small font-semibold text-learn">
            {words}
          </p>
        ))}
        {busy.map((words) => (
          <p key={words} className="text-small text-other tabular-nums">
            {words}
          </p>
        ))}
        {isOff && <p className="text-small font-semibold text-learn">Day off</p>}
      </div>
      {calls.length === 0 ? (
        <p className="px-3 py-2.5 text-small text-soft">No calls</p>
      ) : (
        <ul>
          {calls.map((call) => (
            <CallEntry
              key={call.id}
              call={call}
              when={timesOf(call, zone)}
              onAct={(act) => onAct(act, call)}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
