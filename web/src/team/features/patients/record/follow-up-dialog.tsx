import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { isoFromInstant } from '@domain/time/instant.ts';
import { instantOf } from '@domain/time/local.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import type { WholeRecord } from '../queries.ts';

const Form = z.object({ day: z.string(), time: z.string(), to: z.string(), words: z.string() });
const ME = 'me';

type Props = {
  record: WholeRecord;
  today: LocalDate;
  /** The writer's own zone, in which times are entered. */
  zone: string;
  onClose: () => void;
  onDone: () => void;
};

/** A task for later, on one's own Today or a colleague's. */
export function FollowUpDialog({ record: { id, colleagues }, today, zone, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `follow-up:${id}`,
    Answers: Form,
    empty: () => ({ day: addDays(today, 1), time: '09:00', to: ME, words: '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const { day, time, to, words } = answers;
  const missing = (value: string, sentence: string) => (asked && value.trim() === '' ? sentence : undefined);

  function send() {
    setAsked(true);
    if (!day || !time) return;
    const at = isoFromInstant(instantOf(day, time, zone));
    const request = TeamCareRequest.safeParse({
      action: 'follow-up',
      id,
      at,
      words,
      to: to === ME ? null : to,
    });
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title="Follow up"
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Date"
          type="date"
          min={today}
          value={day}
          onChange={({ target }) => answer({ day: target.value })}
          error={missing(day, 'Please enter a date')}
        />
        <Field
          label="Time"
          type="time"
          value={time}
          onChange={({ target }) => answer({ time: target.value })}
          error={missing(time, 'Please enter a time')}
        />
      </div>
      <Select
        label="For"
        options={[
          { value: ME, label: 'Me' },
          ...colleagues.map(({ id: colleague, name, role }) => ({
            value: colleague,
            label: `${name}, ${role}`,
          })),
        ]}
        value={to}
        onChange={({ target }) => answer({ to: target.value })}
      />
      <TextArea
        label="Comment"
        hint={DOWNLOADED}
        maxLength={MAX_CHARACTERS}
        value={words}
        onChange={({ target }) => answer({ words: target.value })}
        error={missing(words, 'Please enter what to do')}
      />
      {to !== ME && (
        <p className="text-small text-soft">
          Your colleague will find it on Today and can open this record until it’s done.
        </p>
      )}
    </ActDialog>
  );
}
