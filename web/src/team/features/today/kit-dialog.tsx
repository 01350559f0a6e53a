import { useState } from 'react';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { TeamKitsRequest } from '@domain/contracts/team/team-kits.ts';
import { localDate } from '@domain/time/local.ts';
import { TrackingFields, trackingUrlOf, type Tracking } from '@/product-components/tracking-fields.tsx';

type Props = { patient: string; zone: string; onClose: () => void };

/** Ends the item with the kit's tracking number or link, which the patient sees right away. */
export function KitDialog({ patient: id, zone, onClose }: Props) {
  const today = localDate(useMinute(), zone);
  const [tracking, setTracking] = useState<Tracking>({ carrier: null, words: '', sentOn: today });
  const [isWrong, setIsWrong] = useState(false);
  const { mutate, isPending, error } = useAct({ name: 'team-kits', onDone: onClose });

  function send() {
    const trackingUrl = trackingUrlOf(tracking);
    const kit = TeamKitsRequest.safeParse({ id, trackingUrl, sentOn: tracking.sentOn, seen: null });
    setIsWrong(!kit.success);
    if (kit.success) mutate(kit.data);
  }

  return (
    <ActDialog
      open
      title="Kit"
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <TrackingFields
        {...{ today, isWrong }}
        value={tracking}
        hint="The patient sees it in the portal right away and gets an email. The address is in their record."
        onChange={setTracking}
      />
    </ActDialog>
  );
}
