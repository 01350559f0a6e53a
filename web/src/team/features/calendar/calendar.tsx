import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { CalendarAppointment, TeamCalendar } from '@domain/contracts/team/team-calendar.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Select } from '@/components/form/select.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { useWide } from '@/components/layout/use-wide.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { AbsenceDialog } from './absence-dialog.tsx';
import { Absences } from './absences.tsx';
import { BookDialog } from './book-dialog.tsx';
import type { CallAct } from './call-acts.tsx';
import { CallDialog } from './call-dialog.tsx';
import { CancelDialog, GiveDialog, MoveDialog, OutcomeDialog } from './call-dialogs.tsx';
import { columnsOf, type Column } from './grid/columns.ts';
import { PeopleChoice } from './grid/people-choice.tsx';
import { TimeGrid } from './grid/time-grid.tsx';
import { ViewChoice } from './grid/view-choice.tsx';
import { HoursDialog } from './hours-dialog.tsx';
import { calendarQuery } from './queries.ts';
import { Unsettled } from './unsettled.tsx';
import type { Wanted } from './times-field.tsx';
import { addressOf, firstDayOf, placeIn, questionOf, type Place } from './view.ts';
import { Week } from './week.tsx';

type Open =
  | { act: CallAct | 'look'; call: CalendarAppointment; wanted?: Wanted }
  | { act: 'book'; wanted?: Wanted }
  | { act: 'hours' | 'absence' }
  | null;
/** Dropped at its own time, the call is reassigned; at another time, it is rescheduled. */
const actOf = (call: CalendarAppointment, { at }: Wanted): CallAct =>
  at === instantFromIso(call.startsAt) ? 'give' : 'move';
/** The displayed day, or today in a week that contains it. */
const firstShown = (columns: readonly Column[], today: LocalDate): LocalDate =>
  columns.some(({ day }) => day === today) ? today : (columns[0]?.day ?? today);
const DIALOGS = { move: MoveDialog, give: GiveDialog, cancel: CancelDialog, outcome: OutcomeDialog };

/** Days of one person or several: calls, hours and absences, and whatever changes them. `book` names a patient to book a call for. */
export function Calendar({ member }: { member: TeamSession }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const place = placeIn(search, useWide());
  const chosen = new URLSearchParams(search).has('view') ? place.view : null;
  const { data, error, refetch } = useQuery(
    calendarQuery(questionOf(place, localDate(useMinute(), member.timeZone))),
  );
  useEffect(() => checkSession(error), [error]);
  const go = (change: Partial<Place>) => navigate(addressOf({ ...place, ...change }, change.view ?? chosen));
  // Replaces the history entry, so that going back leads to the record and not to the dialog.
  const booked = () => navigate(addressOf(place, chosen), { replace: true });
  const bookFor = new URLSearchParams(search).get('book');
  return (
    <div className="dense">
      {!data && <h1 className="text-title">Calendar</h1>}
      {!data && !error && <LoadingBlock label="Loading the calendar..." lines={8} className="mt-4" />}
      {!data && error && (
        <Failed title="The calendar didn’t load" words={failureWords(error)} onRetry={() => void refetch()} />
      )}
      {data && <Shown {...{ calendar: data, place, bookFor }} onBooked={booked} onGo={go} />}
    </div>
  );
}

type Props = {
  calendar: TeamCalendar;
  place: Place;
  /** The patient whose record led here. */
  bookFor: string | null;
  onBooked: () => void;
  onGo: (change: Partial<Place>) => void;
};

function Shown({ calendar, place, bookFor, onBooked, onGo }: Props) {
  const { view, others } = place;
  const { person, people, reader } = calendar;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isAdministrator = reader.role === 'administrator';
  // Hours are in the person's own zone, and so are the calls between them.
  const zone = person?.timeZone ?? reader.timeZone;
  const now = useMinute();
  const today = localDate(now, zone);
  const columns = columnsOf(calendar, view, zone, clinicHours());
  const act = (what: CallAct, call: CalendarAppointment) => setOpen({ act: what, call });
  const ActOnCall = open && 'call' in open && open.act !== 'look' ? DIALOGS[open.act] : null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">Calendar</h1>
        <div className="flex flex-wrap gap-2">
          {person && !person.hasLeft && (
            <>
              <CompactButton onClick={() => setOpen({ act: 'hours' })}>Hours</CompactButton>
              <CompactButton onClick={() => setOpen({ act: 'absence' })}>Absence</CompactButton>
            </>
          )}
          {person && (
            <CompactButton look="primary" onClick={() => setOpen({ act: 'book' })}>
              Book a call
            </CompactButton>
          )}
        </div>
      </div>
      {!person && (
        <Quiet title="No one takes calls yet">
          Invite a coach or clinician under People. Then set their hours here.
        </Quiet>
      )}
      {person && (
        <>
          <div className="mt-4 flex flex-wrap items-end gap-3">
            {isAdministrator && (
              <Select
                label="Person"
                className="min-w-0 max-sm:w-full sm:w-64"
                options={people.map(({ id, name, hasLeft }) => ({
                  value: id,
                  label: hasLeft ? `${name} (left the team)` : name,
                }))}
                value={person.id}
                onChange={({ target }) => onGo({ person: target.value })}
              />
            )}
            <ViewChoice
              view={view}
              from={firstDayOf(place, calendar.from)}
              onView={(next) => onGo({ view: next })}
              onDay={(day) => onGo({ day })}
            />
            {view === 'day' && (
              <PeopleChoice
                people={people.filter(({ id, hasLeft }) => id !== person.id && !hasLeft)}
                chosen={others}
                onChoose={(ids) => onGo({ others: ids })}
              />
            )}
          </div>
          {zone !== reader.timeZone && (
            <p className="mt-2 text-small text-soft">{`Times are in ${person.name}’s time zone, ${zoneName(zone, now)}.`}</p>
          )}
          {calendar.hours.length === 0 && !person.hasLeft && (
            <p className="mt-3 text-small">{`${person.name} has no hours yet, so patients can’t book with them.`}</p>
          )}
          <Unsettled calls={calendar.unsettled} {...{ person, zone }} onAct={act} />
          <TimeGrid
            key={columns.map(({ key }) => key).join(' ')}
            {...{ columns, view, zone, today, now }}
            onOpen={(call) => setOpen({ act: 'look', call })}
            onBook={(wanted) => setOpen({ act: 'book', wanted })}
            onDrop={({ call, ...wanted }) => setOpen({ act: actOf(call, wanted), call, wanted })}
          />
          <p className="mt-2 text-small text-soft max-lg:hidden">
            Drag a call to reschedule or reassign it, or press Shift and the arrow keys, then Enter. Nothing
            changes until you save.
          </p>
          <Week {...{ calendar, zone, view, today }} onAct={act} />
          <Absences absences={calendar.absences} isCoach={person.role === 'coach'} zone={zone} />
          {open?.act === 'hours' && (
            <HoursDialog
              person={person.id}
              name={person.name}
              zone={zone}
              hours={calendar.hours}
              onClose={close}
            />
          )}
          {open?.act === 'absence' && (
            <AbsenceDialog {...{ person, people, zone }} day={firstShown(columns, today)} onClose={close} />
          )}
        </>
      )}
      {ActOnCall && open && 'call' in open && (
        <ActOnCall call={open.call} wanted={open.wanted} zone={zone} onClose={close} />
      )}
      {open?.act === 'look' && 'call' in open && (
        <CallDialog call={open.call} zone={zone} onAct={(what) => act(what, open.call)} onClose={close} />
      )}
      {open?.act === 'book' && (
        <BookDialog kinds={calendar.kinds} zone={zone} wanted={open.wanted} onClose={close} />
      )}
      {bookFor !== null && (
        <BookDialog key={bookFor} patient={bookFor} kinds={calendar.kinds} zone={zone} onClose={onBooked} />
      )}
    </>
  );
}
