import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
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
import { useMinute } from '@/lib/care-team/times.ts';
import { todayQuery } from '@/lib/care-team/today-query.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { NO_REMINDER, reminderAt } from '@/product-components/reminder-choice.tsx';
import type { TeamDecision } from '@domain/contracts/team/team-decide.ts';
import { endsOf } from '@domain/worklist/ends.ts';
import { OUTCOME_WORDS } from '@domain/worklist/outcomes.ts';
import { StillUnclear } from './still-unclear.tsx';
import { CARE_ACT_NAMES, type CareAct } from './action-names.ts';

const Form = z.object({ day: z.string(), words: z.string(), choice: z.string() });
type Form = z.output<typeof Form>;

const STILL_UNCLEAR = 'still-unclear';

/** The fields that each act sends. */
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
  zone: string;
  /** The item of Today whose row led here, as the address has it. */
  about: string | null;
  onClose: () => void;
  onDone: () => void;
};

/**
 * A decision about someone's treatment. It counts from where the writer saw the patient stand, or not at
 * all.
 */
export function CareDialog({ act, record, today, zone, about, onClose, onDone }: Props) {
  const { id, profile, careState, care } = record;
  const { answers, answer, forget } = useDraft({
    name: `${act}:${id}`,
    Answers: Form,
    empty: () => ({ day: act === 'loss' ? today : '', words: '', choice: '' }),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const finish = () => {
    forget();
    onDone();
  };
  const careAct = useAct({ name: 'team-care', onDone: finish });
  const decision = useAct<TeamDecision>({ name: 'team-decide', onDone: finish });
  const [reminder, setReminder] = useState(NO_REMINDER);
  const now = useMinute();
  const undecided = useQuery(todayQuery()).data?.items.filter(
    (item) => item.patient?.id === id && endsOf(item).acts.includes('set-status'),
  );
  const open = undecided?.find(({ key }) => key === about) ?? undecided?.[0];

  function send() {
    if (act === 'resolve' && open && answers.choice === STILL_UNCLEAR) {
      const remindAt = open.urgent ? null : reminderAt(reminder, { now, zone });
      decision.mutate({
        key: open.key,
        version: open.version,
        decision: 'contact',
        outcome: STILL_UNCLEAR,
        remindAt,
      });
      return;
    }
    const wanted = { action: act, id, seen: careState, ...BODIES[act](answers, record) };
    const request = TeamCareRequest.safeParse(wanted);
    setProblem(request.success ? null : MISSING[act]);
    if (request.success) careAct.mutate(request.data);
  }

  const failure = careAct.error ?? decision.error;
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
          label="Until (leave blank for no end date)"
          type="date"
          min={today}
          value={answers.day}
          error={asked}
          onChange={({ target }) => answer({ day: target.value })}
        />
        {words('Reason (optional)')}
      </>
    ),
    resume: care.resumeNamesCycle && (
      <Select
        label="Resume with"
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
    stop: words('Reason (optional)'),
    resolve: (
      <>
        <RadioGroup
          legend="What is the pregnancy status?"
          options={[
            ...STATUSES,
            ...(open ? [{ value: STILL_UNCLEAR, label: OUTCOME_WORDS[STILL_UNCLEAR] }] : []),
          ]}
          value={answers.choice}
          error={asked}
          onChange={(choice) => answer({ choice })}
        />
        {open && answers.choice === STILL_UNCLEAR && (
          <StillUnclear {...{ open, now, zone, reminder }} onChange={setReminder} />
        )}
      </>
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
        {words('Reason for clearing', asked)}
      </>
    ),
  };

  return (
    <ActDialog
      open
      title={CARE_ACT_NAMES[act]}
      go={CARE_ACT_NAMES[act]}
      busy={careAct.isPending || decision.isPending}
      failure={failure && failureWords(failure)}
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

/** By the state each one leads to. */
const STATUSES = [
  { value: 'pregnant', label: 'Pregnant' },
  { value: 'treatment', label: 'Not pregnant' },
  { value: 'after-loss', label: 'Pregnancy loss' },
];

const MISSING: Record<CareAct, string> = {
  pause: 'Please enter a date',
  resume: 'Please select a cycle',
  loss: 'Please enter the day',
  stop: 'Please use no more than 2,000 characters',
  resolve: 'Please select the patient’s status',
  'clear-safety-check': 'Please enter a reason for clearing',
};

function intro(act: CareAct, name: string, reasons = 0): string {
  return {
    pause: `${name} won’t get treatment tasks or reminders until you resume. Their place in the plan is saved.`,
    resume: `${name}’s plan will resume.`,
    loss: `This changes what ${name} sees: treatment and its reminders stop, the portal switches to its pregnancy-loss pages, and Home no longer shows pregnancy results. A clinician decides when treatment resumes.`,
    stop: `${name}’s treatment ends. Everything stays readable, and the care team can reopen it.`,
    resolve: `Only a clinician can decide this. ${name}’s portal and plan will update right away.`,
    'clear-safety-check': `${name} will be able to use an applicator this cycle.${reasons > 0 ? ' These answers blocked it:' : ''}`,
  }[act];
}
