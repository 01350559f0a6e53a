import { useState } from 'react';
import * as z from 'zod/mini';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { CONTACT_TITLES } from '@domain/record/words.ts';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

const Form = z.object({ how: z.string(), words: z.string() });

/** How somebody was spoken to, outside calls and messages. */
export function ContactDialog({
  id,
  about,
  onClose,
  onDone,
}: {
  id: string;
  about: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { answers, answer, forget } = useDraft({
    name: `contact:${id}`,
    Answers: Form,
    empty: () => ({ how: 'phone', words: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });

  function send() {
    setAsked(true);
    const request = TeamCareRequest.safeParse({ action: 'contact', id, ...answers });
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title="Record contact"
      about={about}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Select
        label="How"
        options={Object.entries(CONTACT_TITLES).map(([value, label]) => ({ value, label }))}
        value={answers.how}
        onChange={(event) => answer({ how: event.target.value })}
      />
      <TextArea
        label="What it was about"
        hint={DOWNLOADED}
        maxLength={MAX_CHARACTERS}
        value={answers.words}
        onChange={(event) => answer({ words: event.target.value })}
        error={asked && answers.words.trim() === '' ? 'Please say what it was about' : undefined}
      />
    </ActDialog>
  );
}
