import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import { useCoach } from '@/lib/clinic/care-team.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { useReport } from './use-report.ts';

const WORDS = AFTER_LOSS.mistake;

/** For a day, a loss reported by mistake can be undone, as if it had never been reported. */
export function UndoLoss({ eventId }: { eventId: string }) {
  const { email } = useCoach();
  const { mutate, isPending } = useReport<{ kind: 'outcome'; id: string }>(
    'take-back',
    WORDS.failure(clinicSays('clinicPhone'), email),
    () => toast({ title: WORDS.done }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
      <p className="text-small text-soft">{WORDS.hint}</p>
      <AskFirst words={WORDS.undo} busy={isPending} onGo={() => mutate({ kind: 'outcome', id: eventId })}>
        <p>{WORDS.undo.text}</p>
      </AskFirst>
    </div>
  );
}
