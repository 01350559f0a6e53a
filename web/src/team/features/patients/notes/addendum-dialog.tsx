import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { noteId: string; onClose: () => void; onDone: () => void };

/** Added below a signed note, which itself never changes. */
export const AddendumDialog = (props: Props) => (
  <WordsDialog
    {...props}
    name="addendum"
    title="Add addendum"
    go="Sign"
    field={{ label: 'Text', rows: 6, maxLength: 20_000 }}
    missing="Please enter text"
    requestOf={(text) => ({ action: 'addendum', noteId: props.noteId, text })}
  >
    It will appear below the note with your name and the time. You can’t edit it later.
  </WordsDialog>
);

/** For a note in the wrong record, or one that should not exist. */
export const WithdrawDialog = (props: Props) => (
  <WordsDialog
    {...props}
    name="withdraw"
    title="Withdraw this note?"
    go="Withdraw"
    field={{ label: 'Reason', maxLength: 2000 }}
    missing="Please enter a reason"
    requestOf={(reason) => ({ action: 'withdraw', noteId: props.noteId, reason })}
  >
    The patient will no longer see this note. It stays in the record, with the reason.
  </WordsDialog>
);

type WordsProps = Props & {
  name: string;
  title: string;
  go: string;
  field: { label: string; rows?: number; maxLength: number };
  missing: string;
  requestOf: (words: string) => object;
  children: ReactNode;
};

/** Something about a signed note that needs words, which stay in the tab until they are sent. */
function WordsDialog({
  noteId,
  name,
  title,
  go,
  field,
  missing,
  requestOf,
  onClose,
  onDone,
  children,
}: WordsProps) {
  const { answers, answer, forget } = useDraft({
    name: `${name}:${noteId}`,
    Answers: z.object({ words: z.string() }),
    empty: () => ({ words: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-notes',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const isMissing = answers.words.trim() === '';
  return (
    <ActDialog
      open
      title={title}
      go={go}
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => {
        setAsked(true);
        if (!isMissing) mutate(requestOf(answers.words));
      }}
      onClose={onClose}
    >
      <p className="text-small text-soft">{children}</p>
      <TextArea
        {...field}
        hint={DOWNLOADED}
        value={answers.words}
        onChange={(event) => answer({ words: event.target.value })}
        error={asked && isMissing ? missing : undefined}
      />
    </ActDialog>
  );
}
