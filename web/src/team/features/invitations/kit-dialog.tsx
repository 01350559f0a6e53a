import { useState } from 'react';
import type { InvitedPatient } from '@domain/contracts/team-invitations.ts';
import { TeamKitsRequest } from '@domain/contracts/team-kits.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay } from '@domain/time/words.ts';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { Field } from '@/components/form/field.tsx';
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
      <Field
        label="Tracking link"
        type="url"
        autoComplete="off"
        value={trackingUrl}
        hint={`${firstName} sees it in the portal at once.`}
        error={isWrong ? 'Please enter the carrier’s link, which begins with https://' : undefined}
        onChange={({ target }) => setTrackingUrl(target.value)}
      />
      <DatePicker label="Sent on" value={sentOn} max={today} show={longDay} onChange={setSentOn} />
    </ActDialog>
  );
}
