import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dayWindow } from '@domain/booking/day-window.ts';
import { DAY, type Instant } from '@domain/time/instant.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { localDate, startOfDay } from '@domain/time/local.ts';
import { Card } from '@/components/layout/card.tsx';
import { TimezoneBox } from '@/components/layout/timezone-box.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { AppError } from '@/lib/backend/app-error.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { BookingDialog } from './booking-dialog.tsx';
import { CallType } from './call-type.tsx';
import { DayHeader } from './day-header.tsx';
import { DaySlots } from './day-slots.tsx';
import { MovingNote } from './moving-note.tsx';
import { NoSlots } from './no-slots.tsx';
import { OtherCoaches } from './other-coaches.tsx';
import { appointmentTypeQuery, slotsQuery, type SlotSearch, type TimeSlot } from './queries.ts';
import { UnknownType } from './unknown-type.tsx';
import { useBooking, type Choice, type MovingAppointment } from './use-booking.ts';
import { LOADING_FAILED } from './words.ts';

type KnownCall = { id: string; appointmentType: string; startsAt: Instant };
type Props = {
  slug: string;
  moving?: MovingAppointment | undefined;
  /** Upcoming calls, if known. */
  calls: readonly KnownCall[];
};

/**
 * Selects a day and time for a new call, or for one that moves. A call that moves first shows its own day.
 */
export function Scheduling({ slug, moving, calls }: Props) {
  const zone = shownZone();
  const now = useNow((moment) => startOfDay(addDays(localDate(moment, zone), 1), zone));
  const [date, setDate] = useState<LocalDate | undefined>(moving && localDate(moving.startsAt, zone));
  const [choice, setChoice] = useState<Choice | null>(null);
  const heading = useRef<HTMLButtonElement>(null);

  const search = { slug, moving: moving?.id };
  const type = useQuery(appointmentTypeQuery(slug));
  const horizonDays = type.data?.horizonDays;
  const today = localDate(now, zone);
  const last = horizonDays === undefined ? undefined : localDate(now + horizonDays * DAY, zone);
  const day = dayWindow({ date, now, zone, horizonDays });
  const slots = useQuery(slotsQuery(search, day.date));
  const booking = useBooking(type.data, moving, () => setChoice(null));

  const isUnknown = slug === '' || isUnknownType(type.error);
  // A failed refresh keeps the loaded data. If both requests fail, they fail once.
  const failed =
    type.isError || slots.isLoadingError || [type, slots].some((query) => query.isPending && query.isPaused);
  const settled = !type.isPending && !slots.isPending;
  useFailureToast(
    settled && !isUnknown ? (type.error ?? (slots.isLoadingError ? slots.error : null)) : null,
    LOADING_FAILED,
  );

  const choose = (slot: TimeSlot) => setChoice({ slot, submissionId: crypto.randomUUID() });

  /** The button that led here is gone, so the focus goes to the day it found. */
  function goToFound(found: LocalDate) {
    setDate(found);
    heading.current?.focus();
  }

  function retry() {
    if (type.isError) void type.refetch();
    if (slots.isError) void slots.refetch();
  }

  if (isUnknown) return <UnknownType />;
  if (type.isPending && !type.isPaused) return <LoadingBlock lines={3} className="min-h-72" />;
  return (
    <div className="grid gap-5 sm:gap-6 xl:grid-cols-[21rem_minmax(0,1fr)] xl:items-start">
      <CallType type={type.data}>
        {moving && <MovingNote call={moving} />}
        <TimezoneBox zone={zone} at={day.searchFrom} className="mt-5">
          <p className="mt-1 text-soft">All appointment times shown in your local timezone</p>
        </TimezoneBox>
      </CallType>
      <Card>
        <DayHeader {...{ day, today, last }} heading={heading} onGo={setDate} />
        <div className="mt-5 min-h-72">
          <DaySlots
            slots={slots.data}
            failed={failed}
            onRetry={retry}
            none={<NoSlots key={day.date} shown={day.date} {...{ search, today, last }} onGo={goToFound} />}
            hostName={type.data?.hostName}
            onChoose={choose}
          />
        </div>
        {type.data?.others && (
          <OtherCoaches search={search} date={day.date} own={slots.data} onChoose={choose} />
        )}
      </Card>
      {type.data && (
        <BookingDialog
          title={moving ? 'Reschedule your call' : 'Book a Call'}
          isMoving={moving !== undefined}
          slot={choice?.slot ?? null}
          type={type.data}
          already={choice ? sameDay(calls, search, choice.slot, zone) : undefined}
          intro={moving && <MovingNote call={moving} />}
          saving={booking.isPending}
          onConfirm={() => choice && booking.mutate(choice)}
          onClose={() => setChoice(null)}
        />
      )}
    </div>
  );
}

/** Set if the patient already has such a call on that day. */
const sameDay = (
  calls: readonly KnownCall[],
  { slug, moving }: SlotSearch,
  { startsAt }: TimeSlot,
  zone: string,
) =>
  calls.find(
    (call) =>
      call.appointmentType === slug &&
      call.id !== moving &&
      localDate(call.startsAt, zone) === localDate(startsAt, zone),
  )?.startsAt;

const isUnknownType = (error: Error | null): boolean =>
  error instanceof AppError && error.code === 'unknown_appointment_type';
