import { PAUSED } from '@domain/copy/outcomes.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import { useReport } from './use-report.ts';

export function Resume({ onResumed }: { onResumed?: () => void }) {
  const { mutate, isPending } = useReport<{ kind: 'resume' }>('report-outcome', PAUSED.failure, () => {
    toast({ title: PAUSED.resumed.title, description: PAUSED.resumed.text });
    onResumed?.();
  });
  return (
    <AskFirst
      words={PAUSED.resume}
      look={onResumed ? 'outline' : 'primary'}
      busy={isPending}
      onGo={() => mutate({ kind: 'resume' })}
    >
      <p>{PAUSED.resume.text}</p>
    </AskFirst>
  );
}
