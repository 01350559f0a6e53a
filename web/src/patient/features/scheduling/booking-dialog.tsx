import type { ReactNode } from 'react';
import type { AppointmentType } from '@domain/contracts/fetch-appointment-type.ts';
import { zoneName } from '@domain/time/zone.ts';
import { Button } from '@/components/action/button.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { clockTime, weekdayAndDay } from '@/lib/dates/dates.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import type { TimeSlot } from './queries.ts';
import { kindOfCall } from './words.ts';

type Props = {
  title: string;
  slot: TimeSlot | null;
  type: AppointmentType;
  /** Said above the details. */
  intro?: ReactNode;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The last look at a call before it is booked. */
export function BookingDialog({ title, slot, type, intro, saving, onConfirm, onClose }: Props) {
  return (
    <Dialog
      open={slot !== null}
      onClose={onClose}
      title={title}
      dismissible={!saving}
      footer={
        <Button busy={saving} onClick={onConfirm} className="w-full sm:w-auto">
          Confirm
        </Button>
      }
    >
      {slot && (
        <>
          {intro}
          <p className="text-soft">{type.name}</p>
          <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-3">
            <Fact name="Time">
              {`${weekdayAndDay(slot.startsAt)} at ${clockTime(slot.startsAt)}`}
              <span className="block text-small font-normal text-soft">
                {zoneName(deviceZone(), slot.startsAt)}
              </span>
            </Fact>
            <Fact name="Duration">{`${type.duration} minutes`}</Fact>
            <Fact name="Type">{kindOfCall(type)}</Fact>
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
    <dd className="font-semibold">{children}</dd>
  </>
);
