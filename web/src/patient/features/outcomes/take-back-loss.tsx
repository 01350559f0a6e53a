import { AFTER_LOSS } from '@domain/copy/outcomes.ts';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { useTell } from './use-tell.ts';

const WORDS = AFTER_LOSS.mistake;

/** For a day: told by mistake, it is as if it had never been told. It can be told again, so it asks nothing first. */
export function TakeBackLoss({ eventId }: { eventId: string }) {
  const { mutate, isPending } = useTell<{ kind: 'outcome'; id: string }>(
    'take-back',
    WORDS.failure(clinicSays('clinicPhone'), clinicSays('coachEmail')),
    () => toast({ title: WORDS.done }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
      <p className="text-small text-soft">{WORDS.hint}</p>
      <Button look="outline" busy={isPending} onClick={() => mutate({ kind: 'outcome', id: eventId })}>
        {WORDS.button}
      </Button>
    </div>
  );
}
