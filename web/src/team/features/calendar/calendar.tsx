import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { CalendarAppointment, TeamCalendar } from '@domain/contracts/team/team-calendar.ts';
import { addDays } from '@domain/time/day.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay, monthAndDay } from '@domain/time/words.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Failed, Quiet } from '@/components/feedback/quiet.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Select } from '@/components/form/select.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { AbsenceDialog } from './absence-dialog.tsx';
import { Absences } from './absences.tsx';
import { BookDialog } from './book-dialog.tsx';
import type { CallAct } from './call-acts.tsx';
import { CancelDialog, GiveDialog, MoveDialog, OutcomeDialog } from './call-dialogs.tsx';
import { HoursDialog } from './hours-dialog.tsx';
import { calendarQuery } from './queries.ts';
import { Unsettled } from './unsettled.tsx';
import { Week } from './week.tsx';

const PATH = '/team/calendar';
type Open = { act: CallAct; call: CalendarAppointment } | { act: 'book' | 'hours' | 'absence' } | null;
const DIALOGS = { move: MoveDialog, give: GiveDialog, cancel: CancelDialog, outcome: OutcomeDialog };

/** In one order, so that the same week has one address. */
function addressOf(parameters: URLSearchParams): string {
  const kept = ['person', 'from'].flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

const pathTo = (query: string) => (query ? `${PATH}?${query}` : PATH);

/** The week of one person: calls, hours and absences, and whatever changes them. `book` names a patient to book a call for. */
export function Calendar() {
  const [, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const query = addressOf(address);
  const { data, error, refetch } = useQuery(calendarQuery(query));
  useEffect(() => checkSession(error), [error]);
  const go = (change: { person?: string; from?: string }) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) next.set(name, value);
    navigate(pathTo(addressOf(next)));
  };
  // Replaced, so that going back leads to the record and not to the dialog.
  const booked = () => navigate(pathTo(query), { replace: true });
  return (
    <div className="dense">
      {!data && <h1 className="text-title">Calendar</h1>}
      {!data && !error && <LoadingBlock label="Loading the calendar..." lines={8} className="mt-4" />}
      {!data && error && (
        <Failed
          title="The calendar did not load"
          words={failureWords(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Shown calendar={data} bookFor={address.get('book')} onBooked={booked} onGo={go} />}
    </div>
  );
}

type Props = {
  calendar: TeamCalendar;
  /** The patient whose record led here. */
  bookFor: string | null;
  onBooked: () => void;
  onGo: (change: { person?: string; from?: string }) => void;
};

function Shown({ calendar, bookFor, onBooked, onGo }: Props) {
  const { person, people, reader } = calendar;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isAdministrator = reader.role === 'administrator';
  // Hours are by the person's own clock, and calls stand among them.
  const zone = person?.timeZone ?? reader.timeZone;
  const act = (what: CallAct, call: CalendarAppointment) => setOpen({ act: what, call });
  const CallDialog = open && 'call' in open ? DIALOGS[open.act] : null;
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
          {!isAdministrator && (
            <CompactButton look="primary" onClick={() => setOpen({ act: 'book' })}>
              Book a call
            </CompactButton>
          )}
        </div>
      </div>
      {!person && (
        <Quiet title="Nobody takes calls yet">
          Invite a coach or a clinician under People. Then their hours are set here.
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
                  label: hasLeft ? `${name}, has left` : name,
                }))}
                value={person.id}
                onChange={({ target }) => onGo({ person: target.value })}
              />
            )}
            <WeekChoice from={calendar.from} onGo={(from) => onGo({ from })} />
          </div>
          {zone !== reader.timeZone && (
            <p className="mt-2 text-small text-soft">{`All times are by the clock of ${person.name}, in ${zone}.`}</p>
          )}
          {calendar.hours.length === 0 && !person.hasLeft && (
            <p className="mt-3 text-small">{`${person.name} has no hours yet, so patients are offered no times with them.`}</p>
          )}
          <Unsettled calls={calendar.unsettled} {...{ person, zone }} onAct={act} />
          <Week {...{ calendar, zone }} today={localDate(instantFromIso(calendar.now), zone)} onAct={act} />
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
          {open?.act === 'absence' && <AbsenceDialog {...{ person, people, zone }} onClose={close} />}
        </>
      )}
      {CallDialog && open && 'call' in open && <CallDialog call={open.call} zone={zone} onClose={close} />}
      {open?.act === 'book' && <BookDialog kinds={calendar.kinds} zone={zone} onClose={close} />}
      {bookFor !== null && !isAdministrator && (
        <BookDialog key={bookFor} patient={bookFor} kinds={calendar.kinds} zone={zone} onClose={onBooked} />
      )}
    </>
  );
}

function WeekChoice({ from, onGo }: { from: string; onGo: (from: string) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CompactButton onClick={() => onGo(addDays(from, -7))}>Previous</CompactButton>
      <CompactButton onClick={() => onGo('')}>Today</CompactButton>
      <CompactButton onClick={() => onGo(addDays(from, 7))}>Next</CompactButton>
      <p className="px-1 text-small font-semibold" aria-live="polite">
        {`${monthAndDay(from)} to ${longDay(addDays(from, 6))}`}
      </p>
    </div>
  );
}
