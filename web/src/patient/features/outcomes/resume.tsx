import { PAUSED } from '@domain/copy/outcomes.ts';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { useReport } from './use-report.ts';

export function Resume({ onResumed }: { onResumed?: () => void }) {
  const { mutate, isPending } = useReport<{ kind: 'resume' }>('report-outcome', PAUSED.failure, () => {
    toast({ title: PAUSED.resumed.title, description: PAUSED.resumed.text });
    onResumed?.();
  });
  return (
    <Button
      look={onResumed ? 'outline' : 'primary'}
      busy={isPending}
      onClick={() => mutate({ kind: 'resume' })}
    >
      {PAUSED.resume}
    </Button>
  );
}
