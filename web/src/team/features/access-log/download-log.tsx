import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { logFile } from '@domain/audit/log-file.ts';
import { localDate } from '@domain/time/local.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { saveFile } from '@/lib/text/save-file.ts';
import { wholeLog } from './queries.ts';

/** Saves all pages of the list as a spreadsheet. */
export function DownloadLog({ query, timeZone }: { query: string; timeZone: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => wholeLog(query),
    onSuccess: ({ lines, isWhole }) => {
      const now = Date.now();
      saveFile(
        `access-log-${localDate(now, timeZone)}.csv`,
        new Blob([logFile(lines, timeZone, now)], { type: 'text/csv' }),
      );
      if (isWhole) toast({ title: 'Access log downloaded' });
      else
        toast({
          title: 'The newest 10,000 entries were downloaded',
          description: 'For older entries, select an earlier range of days and download again.',
        });
    },
    onError: (error) => {
      checkSession(error);
      toast({ title: 'The log didn’t download', description: failureWords(error), variant: 'destructive' });
    },
  });
  return (
    <CompactButton busy={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="size-4" strokeWidth={2} />
      Download
    </CompactButton>
  );
}
