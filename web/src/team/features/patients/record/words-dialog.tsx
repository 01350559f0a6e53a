import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_ALERT } from '@domain/contracts/fields/lengths.ts';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { Field } from '@/components/form/field.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';

const Form = z.object({ words: z.string() });

type Props = { action: 'staff-note' | 'alert'; id: string; onClose: () => void; onDone: () => void };

const TITLES = { 'staff-note': 'Staff note', alert: 'Add alert' } as const;

/** Text for the team only: a staff note, or an alert at the top of the record. */
export function WordsDialog({ action, id, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `${action}:${id}`,
    Answers: Form,
    empty: () => ({ words: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const isAlert = action === 'alert';
  const missing = isAlert ? 'Please enter an alert' : 'Please enter a note';
  const field = {
    value: answers.words,
    error: asked && answers.words.trim() === '' ? missing : undefined,
    onChange: ({ target }: { target: { value: string } }) => answer({ words: target.value }),
  };

  function send() {
    setAsked(true);
    const request = TeamCareRequest.safeParse({ action, id, ...answers });
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title={TITLES[action]}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        {isAlert
          ? `Shown at the top of the record and when a call is booked. Only the care team sees it in the workspace. ${DOWNLOADED}`
          : `Only the care team sees it. It never appears in the portal. ${DOWNLOADED}`}
      </p>
      {isAlert ? (
        <Field label="Alert" maxLength={MAX_ALERT} {...field} />
      ) : (
        <TextArea label="Note" rows={5} maxLength={MAX_CHARACTERS} {...field} />
      )}
    </ActDialog>
  );
}
