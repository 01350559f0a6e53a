import { useState } from 'react';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';
import type { WholeRecord } from '../queries.ts';
import { LogFields } from './log-fields.tsx';
import { emptyLog, LOG_TYPES, LogForm, logRequest, type LogAnswers } from './log-form.ts';

type Props = { record: WholeRecord; today: LocalDate; onClose: () => void; onDone: () => void };

const DAYS: Partial<Record<LogAnswers['type'], string>> = {
  ovulation: 'Day',
  pregnancy: 'Day',
  period: 'First day',
  applicator: 'Day',
  symptoms: 'Started',
};

/** For a patient on the phone. The entry counts like the patient's own, and shows who logged it. */
export function LogDialog({ record: { id, profile, plan }, today, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `log:${id}`,
    Answers: LogForm,
    empty: () => emptyLog(today),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });
  const dayLabel = DAYS[answers.type];

  function send() {
    setAsked(true);
    const request = logRequest(id, answers, plan);
    if (request.success) mutate(request.data);
  }

  return (
    <ActDialog
      open
      title="Log for patient"
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        {`This counts as ${profile.firstName ? `${profile.firstName}’s` : 'the patient’s'} own entry and shows that you logged it. ${DOWNLOADED}`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="What to log"
          options={LOG_TYPES}
          value={answers.type}
          onChange={(event) =>
            answer({ type: event.target.value as LogAnswers['type'], result: '', step: '', words: '' })
          }
        />
        {dayLabel && (
          <Field
            label={dayLabel}
            type="date"
            max={today}
            value={answers.day}
            onChange={(event) => answer({ day: event.target.value })}
            error={asked && !answers.day ? 'Please enter a day' : undefined}
          />
        )}
      </div>
      <LogFields {...{ answers, answer, plan, asked }} />
    </ActDialog>
  );
}
