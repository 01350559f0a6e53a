import { useState } from 'react';
import * as z from 'zod/mini';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { ActDialog, DOWNLOADED } from '../act-dialog.tsx';
import { useAct } from '../use-act.ts';

type Props = { noteId: string; onClose: () => void; onDone: () => void };

/** Below a signed note, which itself never changes. */
export function AddendumDialog({ noteId, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `addendum:${noteId}`,
    Answers: z.object({ text: z.string() }),
    empty: () => ({ text: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-notes',
    onDone: () => {
      forget();
      onDone();
    },
  });
  return (
    <ActDialog
      open
      title="Add addendum"
      go="Sign"
      busy={isPending}
      failure={error}
      onSend={() => {
        setAsked(true);
        if (answers.text.trim()) mutate({ action: 'addendum', noteId, text: answers.text });
      }}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        It stands below the note with your name and the time, and cannot be changed afterwards.
      </p>
      <TextArea
        label="Text"
        rows={6}
        maxLength={20_000}
        hint={DOWNLOADED}
        value={answers.text}
        onChange={(event) => answer({ text: event.target.value })}
        error={asked && answers.text.trim() === '' ? 'Please enter a text' : undefined}
      />
    </ActDialog>
  );
}

/** One that stands in the wrong record, or should not stand at all. */
export function WithdrawDialog({ noteId, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `withdraw:${noteId}`,
    Answers: z.object({ reason: z.string() }),
    empty: () => ({ reason: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-notes',
    onDone: () => {
      forget();
      onDone();
    },
  });
  return (
    <ActDialog
      open
      title="Withdraw this note?"
      go="Withdraw"
      busy={isPending}
      failure={error}
      onSend={() => {
        setAsked(true);
        if (answers.reason.trim()) mutate({ action: 'withdraw', noteId, reason: answers.reason });
      }}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        The patient does not see the note any more. It stays in the record, with the reason.
      </p>
      <TextArea
        label="Reason"
        maxLength={2000}
        hint={DOWNLOADED}
        value={answers.reason}
        onChange={(event) => answer({ reason: event.target.value })}
        error={asked && answers.reason.trim() === '' ? 'Please enter a reason' : undefined}
      />
    </ActDialog>
  );
}
