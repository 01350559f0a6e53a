import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { STATE_NAMES } from '@domain/care-state/state-names.ts';
import { TeamCareRequest } from '@domain/contracts/team/team-care.ts';
import { reasonWords } from '@domain/record/reason-words.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog, DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import type { WholeRecord } from '../queries.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { CARE_ACT_NAMES, type CareAct } from './action-names.ts';

const Form = z.object({ day: z.string(), words: z.string(), choice: z.string() });
type Form = z.output<typeof Form>;

const RESOLVED = ['pregnant', 'treatment', 'after-loss'] as const;

/** What each act sends of the form. */
const BODIES: Record<CareAct, (form: Form, record: WholeRecord) => object> = {
  pause: ({ day, words }) => ({ ...(day && { until: day }), ...(words.trim() && { reason: words }) }),
  resume: ({ choice }, { care }) => (care.resumeNamesCycle ? { cycle: Number(choice) } : {}),
  loss: ({ day }) => ({ day }),
  stop: ({ words }) => (words.trim() ? { reason: words } : {}),
  resolve: ({ choice }) => ({ to: choice }),
  'clear-safety-check': ({ words }, { care }) => ({ words, check: care.safetyCheck?.id }),
};

type Props = {
  act: CareAct;
  record: WholeRecord;
  today: LocalDate;
  onClose: () => void;
  onDone: () => void;
};

/** A decision about somebody's treatment. It counts from where the writer saw the patient stand, or not at all. */
export function CareDialog({ act, record, today, onClose, onDone }: Props) {
  const { id, profile, careState, care } = record;
  const { answers, answer, forget } = useDraft({
    name: `${act}:${id}`,
    Answers: Form,
    empty: () => ({ day: act === 'loss' ? today : '', words: '', choice: '' }),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, error } = useAct({
    name: 'team-care',
    onDone: () => {
      forget();
      onDone();
    },
  });

  function send() {
    const wanted = { action: act, id, seen: careState, ...BODIES[act](answers, record) };
    const request = TeamCareRequest.safeParse(wanted);
    setProblem(request.success ? null : MISSING[act]);
    if (request.success) mutate(request.data);
  }

  const asked = problem ?? undefined;
  const words = (label: string, missing?: string) => (
    <TextArea
      label={label}
      hint={DOWNLOADED}
      maxLength={MAX_CHARACTERS}
      value={answers.words}
      error={missing}
      onChange={({ target }) => answer({ words: target.value })}
    />
  );
  const FIELDS: Record<CareAct, ReactNode> = {
    pause: (
      <>
        <Field
          label="Until (leave empty for an open end)"
          type="date"
          min={today}
          value={answers.day}
          error={asked}
          onChange={({ target }) => answer({ day: target.value })}
        />
        {words('Reason (if there is one)')}
      </>
    ),
    resume: care.resumeNamesCycle && (
      <Select
        label="Go on with"
        options={[1, 2, 3].map((cycle) => ({ value: String(cycle), label: `Cycle ${cycle}` }))}
        value={answers.choice}
        error={asked}
        onChange={({ target }) => answer({ choice: target.value })}
      />
    ),
    loss: (
      <Field
        label="Day"
        type="date"
        max={today}
        value={answers.day}
        error={asked}
        onChange={({ target }) => answer({ day: target.value })}
      />
    ),
    stop: words('Reason (if there is one)'),
    resolve: (
      <RadioGroup
        legend="Where does the patient stand?"
        options={RESOLVED.map((state) => ({
          value: state,
          label: STATE_NAMES[state].workspace,
        }))}
        value={answers.choice}
        error={asked}
        onChange={(choice) => answer({ choice })}
      />
    ),
    'clear-safety-check': (
      <>
        {care.safetyCheck && care.safetyCheck.reasons.length > 0 && (
          <ul className="list-disc space-y-1 pl-5 text-small">
            {care.safetyCheck.reasons.map((reason) => (
              <li key={reason}>{reasonWords(reason, care.safetyCheck?.answers[reason])}</li>
            ))}
          </ul>
        )}
        {words('Why it is cleared', asked)}
      </>
    ),
  };

  return (
    <ActDialog
      open
      title={CARE_ACT_NAMES[act]}
      go={CARE_ACT_NAMES[act]}
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-small text-soft">
        {intro(act, profile.firstName || 'The patient', care.safetyCheck?.reasons.length)}
      </p>
      {FIELDS[act]}
    </ActDialog>
  );
}

const MISSING: Record<CareAct, string> = {
  pause: 'Please enter a date such as 2026-11-18',
  resume: 'Please choose a cycle',
  loss: 'Please enter the day',
  stop: 'Please use at most 2,000 characters',
  resolve: 'Please choose where the patient stands',
  'clear-safety-check': 'Please say why it is cleared',
};

function intro(act: CareAct, name: string, reasons = 0): string {
  return {
    pause: `${name} is asked nothing about treatment until it is resumed. The place in the plan is kept.`,
    resume: `${name}’s plan goes on.`,
    loss: `${name}’s portal speaks of a loss from now on, and lists no pregnancy results on Home.`,
    stop: `${name}’s treatment ends. Everything stays readable, and the care team can open it again.`,
    resolve: `The results left open where ${name} stands.`,
    'clear-safety-check': `${name} can go on with an applicator in this cycle.${reasons > 0 ? ' These answers held it back:' : ''}`,
  }[act];
}
