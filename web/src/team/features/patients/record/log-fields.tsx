import type { Plan } from '@domain/contracts/team/team-patient.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { FEELING } from '@domain/copy/feeling.ts';
import { OVULATION_RESULTS } from '@domain/results/ovulation.ts';
import { PREGNANCY_RESULTS } from '@domain/results/pregnancy.ts';
import { resultText } from '@domain/record/words.ts';
import { asksForDetails, CAP_WEAR, FEEDBACK, type Feedback } from '@domain/surveys/applicator-use.ts';
import { SIGNS, STRENGTHS } from '@domain/symptoms/symptoms.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { keyOf, type LogAnswers, type Step } from './log-form.ts';

type Props = {
  answers: LogAnswers;
  answer: (change: Partial<LogAnswers>) => void;
  plan: Plan;
  /** Whether to show missing fields as errors. */
  asked: boolean;
};

const RESULTS = {
  ovulation: OVULATION_RESULTS.map((value) => ({ value, label: value })),
  pregnancy: PREGNANCY_RESULTS.map((value) => ({ value, label: resultText(value) })),
};

const KINDS = [
  { value: 'period', label: 'Period' },
  { value: 'unsure', label: 'Bleeding, possibly a period' },
  { value: 'bleed-with-loss', label: 'Bleeding with a loss' },
];

const NOT_KNOWN = { value: '', label: 'Not known' };

/** The fields for each type of entry. */
export function LogFields(props: Props) {
  const { answers, answer, asked } = props;
  switch (answers.type) {
    case 'ovulation':
    case 'pregnancy':
      return (
        <RadioGroup
          legend="Result"
          options={RESULTS[answers.type]}
          value={answers.result}
          onChange={(result) => answer({ result })}
          error={asked && !answers.result ? 'Please select one of the results' : undefined}
        />
      );
    case 'period':
      return (
        <RadioGroup
          legend="What was it?"
          options={KINDS}
          value={answers.kind}
          onChange={(kind) => answer({ kind })}
        />
      );
    case 'applicator':
      return <ApplicatorFields {...props} />;
    case 'symptoms':
      return <SymptomFields {...props} />;
    default:
      return <StepField {...props} />;
  }
}

function ApplicatorFields({ answers, answer, plan }: Props) {
  const cycles = Array.from({ length: plan.cycleUnderWay }, (_, index) => `${index + 1}`);
  return (
    <>
      <Select
        label="Treatment cycle"
        options={cycles.map((cycle) => ({ value: cycle, label: `Cycle ${cycle}` }))}
        value={answers.cycle || `${plan.cycleUnderWay}`}
        onChange={(event) => answer({ cycle: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="How long the cap was in"
          options={[NOT_KNOWN, ...CAP_WEAR]}
          value={answers.capWear}
          onChange={(event) => answer({ capWear: event.target.value })}
        />
        <Select
          label="How it went"
          options={[NOT_KNOWN, ...FEEDBACK]}
          value={answers.feedback}
          onChange={(event) => answer({ feedback: event.target.value })}
        />
      </div>
      {answers.feedback && asksForDetails(answers.feedback as Feedback) && (
        <Words label="More about how it went" {...{ answers, answer }} />
      )}
    </>
  );
}

function SymptomFields({ answers, answer, asked }: Props) {
  return (
    <>
      <CheckboxGroup
        legend="Symptoms"
        options={SIGNS.map((value) => ({ value: value as string, label: FEELING.signs.labels[value] }))}
        value={answers.signs}
        onChange={(signs) => answer({ signs })}
        error={asked && answers.signs.length === 0 ? 'Please select at least one' : undefined}
      />
      <RadioGroup
        legend="How bad is it?"
        hint={FEELING.strength.heavy}
        options={STRENGTHS.map((value) => ({ value, label: FEELING.strength.labels[value] }))}
        value={answers.strength}
        onChange={(strength) => answer({ strength })}
        error={asked && !answers.strength ? 'Please select how bad it is' : undefined}
      />
      <Words label="In the patient’s words" {...{ answers, answer }} />
    </>
  );
}

const Words = ({ label, answers, answer }: Pick<Props, 'answers' | 'answer'> & { label: string }) => (
  <TextArea
    label={label}
    hint="Optional"
    maxLength={MAX_CHARACTERS}
    value={answers.words}
    onChange={(event) => answer({ words: event.target.value })}
  />
);

function StepField({ answers, answer, plan, asked }: Props) {
  const isReopening = answers.type === 'reopen-phase';
  const steps = isReopening ? plan.reopenable : plan.completable;
  if (steps.length === 0)
    return (
      <Notice>{isReopening ? 'No phase can be reopened now.' : 'No phase can be completed now.'}</Notice>
    );
  const along = isReopening ? reopenedAlong(steps, answers.step) : [];
  return (
    <>
      <Select
        label="Phase"
        options={steps.map((step) => ({ value: keyOf(step), label: step.words }))}
        value={answers.step}
        onChange={(event) => answer({ step: event.target.value })}
        error={asked && !answers.step ? 'Please select a phase' : undefined}
      />
      {along.length > 0 && (
        <p className="text-small">{`This also reopens: ${along.map(({ words }) => words).join('; ')}.`}</p>
      )}
    </>
  );
}

/** The list starts with the latest phase, so the entries below a phase come before it in the plan. */
const reopenedAlong = (steps: readonly Step[], key: string): Step[] =>
  steps
    .slice(
      0,
      Math.max(
        0,
        steps.findIndex((step) => keyOf(step) === key),
      ),
    )
    .toReversed();
