import { useState } from 'react';
import type { InvitedPatient } from '@domain/contracts/team/team-invitations.ts';
import { TeamKitsRequest } from '@domain/contracts/team/team-kits.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { localDate } from '@domain/time/local.ts';
import { Address } from '@/components/layout/address.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { clinicZone } from '@/lib/clinic/hours.ts';
import { TrackingFields, trackingUrlOf, type Tracking } from '@/product-components/tracking-fields.tsx';
import { whoWords } from './words.ts';

type Props = { invited: InvitedPatient; onClose: () => void; onDone: () => void };

export function KitDialog({ invited, onClose, onDone }: Props) {
  const { firstName, lastName, patient, kit } = invited;
  const today = localDate(useMinute(), clinicZone());
  const seen = kit?.trackingUrl ?? null;
  const [tracking, setTracking] = useState<Tracking>({
    carrier: null,
    words: seen ?? '',
    sentOn: kit?.sentOn ?? today,
  });
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-kits', onDone });

  function send() {
    const trackingUrl = trackingUrlOf(tracking);
    const read = TeamKitsRequest.safeParse({ id: patient, trackingUrl, sentOn: tracking.sentOn, seen });
    setIsWrong(!read.success);
    if (read.success) mutate(read.data);
  }

  return (
    <ActDialog
      open
      title="Kit"
      about={whoWords(invited)}
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
              ? `No address yet. The portal is asking ${firstName} for one.`
              : `No address yet. The portal will ask ${firstName} for one after a coach or clinician selects ‘Send the kit.’`}
          </p>
        )}
      </div>
      <TrackingFields
        {...{ today, isWrong }}
        value={tracking}
        hint={`${firstName} sees it in the portal right away and gets an email.`}
        onChange={setTracking}
      />
    </ActDialog>
  );
}
