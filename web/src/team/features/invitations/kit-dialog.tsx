import { useState } from 'react';
import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { TeamKitsRequest } from '@domain/contracts/team/team-kits.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay } from '@domain/time/words.ts';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { Field } from '@/components/form/field.tsx';
import { Address } from '@/components/layout/address.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

export function KitDialog({ invited: { firstName, lastName, patient, kit }, onClose, onDone }: Props) {
  const today = localDate(useMinute(), deviceZone());
  const seen = kit?.trackingUrl ?? null;
  const [trackingUrl, setTrackingUrl] = useState(seen ?? '');
  const [sentOn, setSentOn] = useState(kit?.sentOn ?? today);
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-kits', onDone });

  function send() {
    const read = TeamKitsRequest.safeParse({ id: patient, trackingUrl, sentOn, seen });
    setIsWrong(!read.success);
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Kit"
      about={`${firstName} ${lastName}`}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <div>
        <p className="text-small text-soft">Ship to</p>
        {kit?.address ? (
          <Address lines={[`${firstName} ${lastName}`, ...addressLines(kit.address)]} />
        ) : (
          <p>
            {kit?.askedAt
              ? `No address yet. The portal asks ${firstName} for it.`
              : `No address yet. The portal asks ${firstName} for it once a coach or clinician presses ‘Send the kit’.`}
          </p>
        )}
      </div>
      <Field
        label="Tracking link"
        type="url"
        autoComplete="off"
        value={trackingUrl}
        hint={`${firstName} sees it in the portal right away and gets an email.`}
        error={isWrong ? 'Please enter the carrier’s link, which begins with https://' : undefined}
        onChange={({ target }) => setTrackingUrl(target.value)}
      />
      <DatePicker label="Sent on" value={sentOn} max={today} show={longDay} onChange={setSentOn} />
    </ActDialog>
  );
}
