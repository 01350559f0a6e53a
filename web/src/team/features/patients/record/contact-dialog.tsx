import { useState } from 'react';
import * as z from 'zod/mini';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { CONTACT_DIRECTION_WORDS, CONTACT_RESULT_WORDS } from '@domain/record/words.ts';
import { isoFromInstant, MINUTE } from '@domain/time/instant.ts';
import { instantOf, localDate, localDateTime } from '@domain/time/local.ts';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useMinute } from '@/lib/care-team/times.ts';
import { useAct } from '@/lib/care-team/use-act.ts';

const Form = z.object({
  how: z.string(),
  direction: z.string(),
  result: z.string(),
  words: z.string(),
  /** Empty means now. */
  day: z.string(),
  time: z.string(),
});

/** Allows for clocks that differ a little. */
const MINUTES_AHEAD = 5 * MINUTE;
const WAYS = { phone: 'Phone', text: 'Text', email: 'Email', 'in-person': 'In person' } as const;
const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

type Props = { id: string; zone: string; onClose: () => void; onDone: () => void };

/** How someone spoke to the patient, other than in calls and messages. */
export function ContactDialog({ id, zone, onClose, onDone }: Props) {
  const now = useMinute();
  const { answers, answer, forget } = useDraft({
    name: `contact:${id}`,
    Answers: Form,
    empty: () => ({
      how: 'phone',
      direction: 'outgoing',
      result: 'spoke',
      words: '',
      day: localDate(now, zone),
      time: localDateTime(now, zone).slice(11, 16),
    }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const { day, time, ...contact } = answers;
  const at = day && time ? instantOf(day, time, zone) : null;
  const whenError =
    at === null
      ? 'Please enter a date and time'
      : at > now + MINUTES_AHEAD
        ? 'This is in the future'
        : undefined;
  const isSummaryMissing = contact.result === 'spoke' && contact.words.trim() === '';

  function send() {
    setAsked(true);
    if (at === null || whenError || isSummaryMissing) return;
    // No one answered, so there is nothing to summarize.
    const words = contact.words.trim() || CONTACT_RESULT_WORDS[contact.result as 'voicemail'];
    const moment = isoFromInstant(Math.min(at, now));
    const request = TeamCareRequest.safeParse({ action: 'contact', id, ...contact, words, at: moment });
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title="Record contact"
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <Select
        label="How"
        options={optionsOf(WAYS)}
        value={answers.how}
        onChange={(event) => answer({ how: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <RadioGroup
          legend="Direction"
          options={optionsOf(CONTACT_DIRECTION_WORDS)}
          value={answers.direction}
          onChange={(direction) => answer({ direction })}
        />
        <RadioGroup
          legend="Result"
          options={optionsOf(CONTACT_RESULT_WORDS)}
          value={answers.result}
          onChange={(result) => answer({ result })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Date"
          type="date"
          max={localDate(now, zone)}
          value={day}
          onChange={({ target }) => answer({ day: target.value })}
          error={asked ? whenError : undefined}
        />
        <Field
          label="Time"
          type="time"
          value={time}
          onChange={({ target }) => answer({ time: target.value })}
        />
      </div>
      <TextArea
        label="Summary"
        hint={DOWNLOADED}
        maxLength={MAX_CHARACTERS}
        value={answers.words}
        onChange={(event) => answer({ words: event.target.value })}
        error={asked && isSummaryMissing ? 'Please enter a summary' : undefined}
      />
    </ActDialog>
  );
}
