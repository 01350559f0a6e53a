import { useState, type ReactNode } from 'react';
import type { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { Button } from '@/components/action/button.tsx';
import { useBack } from '@/components/overlay/back.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import type { TimeSlot } from './queries.ts';
import { appointmentTypeWords, secondCall } from './words.ts';

type Props = {
  title: string;
  /** Moves an existing call to this time instead of booking one. */
  isMoving?: boolean;
  slot: TimeSlot | null;
  type: AppointmentType;
  /** Shown above the details. */
  intro?: ReactNode;
  /** A call of the same type that the patient already has on that day. */
  already: Instant | undefined;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The last check before a call is booked. */
export function BookingDialog({
  title,
  isMoving = false,
  slot,
  type,
  intro,
  already,
  saving,
  onConfirm,
  onClose,
}: Props) {
  // The time the confirmation was for. Another time is asked about again.
  const [wanted, setWanted] = useState<TimeSlot | null>(null);
  const asks = already !== undefined && wanted !== slot;
  const host = slot?.host?.name ?? type.hostName;
  useBack(slot && already !== undefined && !asks ? 1 : 0, () => {
    if (!saving) setWanted(null);
    return !saving;
  });
  return (
    <Dialog
      open={slot !== null}
      onClose={onClose}
      title={title}
      dismissible={!saving}
      footer={
        asks ? (
          <>
            <Button look="outline" onClick={onClose}>
              {isMoving ? 'Choose another time' : 'Keep the one I have'}
            </Button>
            <Button onClick={() => setWanted(slot)}>
              {isMoving ? 'Move it to this time' : 'Book a second call'}
            </Button>
          </>
        ) : (
          <Button busy={saving} onClick={onConfirm} className="w-full sm:w-auto">
            Confirm
          </Button>
        )
      }
    >
      {asks && <p>{secondCall(type.name, already, isMoving)}</p>}
      {slot && !asks && (
        <>
          {intro}
          <p className="text-soft">{type.name}</p>
          <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
            <Fact name="Time">
              {`${weekdayAndDay(slot.startsAt)} at ${clockTime(slot.startsAt)}`}
              <span className="block text-small font-normal text-soft">
                {zoneName(shownZone(), slot.startsAt)}
              </span>
            </Fact>
            {host && <Fact name="With">{host}</Fact>}
            <Fact name="Duration">{`${type.duration} minutes`}</Fact>
            <Fact name="Type">{appointmentTypeWords(type)}</Fact>
          </dl>
          {type.interactionType !== 'phone_call' && (
            <div className="mt-6 text-small">
              <Notice>A confirmation email will be sent to you with a link to join the call</Notice>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="font-semibold text-balance">{children}</dd>
  </>
);
