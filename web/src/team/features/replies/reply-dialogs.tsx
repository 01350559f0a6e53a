import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_MESSAGE, MAX_TEMPLATE_NAME } from '@domain/contracts/fields/lengths.ts';
import type { SavedReply } from '@domain/contracts/team/team-replies.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { Field } from '@/components/form/field.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';

const Form = z.object({ name: z.string(), text: z.string() });

/** Writes a new saved reply or edits one. Unsaved text stays in this tab. */
export function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const { answers, answer, forget } = useDraft({
    name: reply ? `reply:${reply.id}:${reply.version}` : 'reply:new',
    Answers: Form,
    empty: () => ({ name: reply?.name ?? '', text: reply?.text ?? '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-replies',
    onDone: () => {
      forget();
      onClose();
      toast({ title: 'Saved reply saved' });
    },
  });
  const isMissing = { name: answers.name.trim() === '', text: answers.text.trim() === '' };
  return (
    <ActDialog
      open
      title={reply ? 'Edit saved reply' : 'Add saved reply'}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => {
        setAsked(true);
        if (isMissing.name || isMissing.text) return;
        const { id, version } = reply ?? {};
        mutate(reply ? { action: 'save', id, version, ...answers } : { action: 'add', ...answers });
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        maxLength={MAX_TEMPLATE_NAME}
        autoComplete="off"
        value={answers.name}
        error={asked && isMissing.name ? 'Enter a name' : undefined}
        onChange={({ target }) => answer({ name: target.value })}
      />
      <TextArea
        label="Text"
        hint="Plain text. Write {first name} where the patient’s name goes."
        rows={6}
        maxLength={MAX_MESSAGE}
        value={answers.text}
        error={asked && isMissing.text ? 'Enter text' : undefined}
        onChange={({ target }) => answer({ text: target.value })}
      />
    </ActDialog>
  );
}

export function RemoveReplyDialog({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const { id, version, name } = reply;
  const { mutate, isPending, error } = useAct({
    name: 'team-replies',
    onDone: () => {
      onClose();
      toast({ title: 'Saved reply removed' });
    },
  });
  return (
    <ActDialog
      open
      title="Remove saved reply"
      about={name}
      go="Remove saved reply"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'remove', id, version })}
      onClose={onClose}
    >
      <p>Messages you already sent won’t change.</p>
    </ActDialog>
  );
}
