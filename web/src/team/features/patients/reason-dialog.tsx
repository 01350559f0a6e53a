import { useState } from 'react';
import * as z from 'zod/mini';
import { REASONS_GIVEN } from '@domain/audit/log-words.ts';
import { TeamOpenWithReasonRequest } from '@domain/contracts/team/team-open-with-reason.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

const CATEGORIES = Object.entries(REASONS_GIVEN).map(([value, label]) => ({ value, label }));
const Form = z.object({ category: z.string().check(z.maxLength(20)), words: z.string() });

type Props = { patient: { id: string; name: string | null }; onClose: () => void; onOpened: () => void };

/** Opens another coach's patient for four hours, after asking for a reason. */
export function ReasonDialog({ patient: { id, name }, onClose, onOpened }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `reason:${id}`,
    Answers: Form,
    empty: () => ({ category: '', words: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-open-with-reason',
    onDone: () => {
      forget();
      onOpened();
    },
  });

  function send() {
    setAsked(true);
    const request = TeamOpenWithReasonRequest.safeParse({ id, ...answers });
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title="Open with a reason"
      go="Open record"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        {name ? `To open ${name}’s record, enter a reason. ` : 'To open this record, enter a reason. '}
        You’ll have access for 4 hours. The patient will see your name and the reason you select.
      </p>
      <RadioGroup
        legend="Why do you need it?"
        options={CATEGORIES}
        value={answers.category}
        onChange={(category) => answer({ category })}
        error={asked && answers.category === '' ? 'Please select a reason' : undefined}
      />
      <TextArea
        label="Details"
        hint={DOWNLOADED}
        value={answers.words}
        onChange={(event) => answer({ words: event.target.value })}
        error={asked && answers.words.trim() === '' ? 'Please enter a reason' : undefined}
      />
    </ActDialog>
  );
}
