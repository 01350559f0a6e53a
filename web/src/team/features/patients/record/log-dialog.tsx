import { useState } from 'react';
import * as z from 'zod/mini';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { OVULATION_RESULTS } from '@domain/results/ovulation.ts';
import { PREGNANCY_RESULTS } from '@domain/results/pregnancy.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

const Form = z.object({ type: z.string(), result: z.string(), day: z.string() });

const RESULTS: Record<string, readonly { value: string; label: string }[]> = {
  ovulation: OVULATION_RESULTS.map((value) => ({ value, label: value })),
  pregnancy: PREGNANCY_RESULTS.map((value) => ({
    value,
    label: value.slice(0, 1).toUpperCase() + value.slice(1),
  })),
};

type Props = { id: string; firstName: string; today: LocalDate; onClose: () => void; onDone: () => void };

/** For a patient who calls by phone: it stands beside what they logged, with who logged it. */
export function LogDialog({ id, firstName, today, onClose, onDone }: Props) {
  const { answers, answer, forget } = useDraft({
    name: `log:${id}`,
    Answers: Form,
    empty: () => ({ type: 'ovulation', result: '', day: today }),
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
    const request = TeamCareRequest.safeParse({ action: 'log', id, ...answers });
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
        {`${firstName || 'The patient'} sees that you logged it for them. ${DOWNLOADED}`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Test"
          options={[
            { value: 'ovulation', label: 'Ovulation test' },
            { value: 'pregnancy', label: 'Pregnancy test' },
          ]}
          value={answers.type}
          onChange={(event) => answer({ type: event.target.value, result: '' })}
        />
        <Field
          label="Day"
          type="date"
          max={today}
          value={answers.day}
          onChange={(event) => answer({ day: event.target.value })}
          error={asked && !answers.day ? 'Please enter the day of the test' : undefined}
        />
      </div>
      <RadioGroup
        legend="Result"
        options={RESULTS[answers.type] ?? []}
        value={answers.result}
        onChange={(result) => answer({ result })}
        error={asked && !answers.result ? 'Please choose one of the results' : undefined}
      />
    </ActDialog>
  );
}
