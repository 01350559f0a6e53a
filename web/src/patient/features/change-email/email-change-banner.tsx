import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import ZoneName from '@/components/layout/zone-name.tsx';
import { callFunction } from '@/lib/backend/call-function.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { emailChangeQuery } from './email-change-query.ts';

const TITLE = 'Your email address will change';

/** Says that the care team is changing the patient's email address, and lets the patient stop it. */
export default function EmailChangeBanner({ userId }: { userId: string }) {
  const { data: changesAt = null, error } = useQuery(emailChangeQuery(userId));
  useFailureLog(error, 'Whether the email address changes could not be read');
  const { mutate, isPending } = useStop(userId);
  if (changesAt === null) return null;
  return (
    <section aria-label={TITLE} className="rise mb-6">
      <Notice tone="warning">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-1.5">
          <div className="min-w-60 flex-1">
            <p className="font-semibold">
              {`${TITLE} on ${dateAndTime(changesAt)} `}
              <ZoneName zone={shownZone()} at={changesAt} />.
            </p>
            <p className="mt-1">
              Your care team was asked to change the email address you sign in with. If you didn’t ask for
              this, stop it and call us.
            </p>
          </div>
          <Button look="outline" busy={isPending} onClick={() => mutate()} className="max-sm:w-full">
            Stop the change
          </Button>
        </div>
      </Notice>
    </section>
  );
}

function useStop(userId: string) {
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: () => callFunction('stop-email-change', { body: {} }),
    networkMode: 'always',
    meta: { failure: 'The change was not stopped. Please try again, or call us.' },
    onSuccess: () => {
      client.setQueryData(emailChangeQuery(userId).queryKey, null);
      toast({ title: 'We’ve stopped the change', description: 'Your email address stays the same.' });
    },
  });
}
