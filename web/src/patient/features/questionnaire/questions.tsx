import type { ReactNode } from 'react';
import { choseOther, OPTIONS, OTHER, type Specifiable } from '@domain/onboarding/questionnaire.ts';
import { withoutNone, type QuestionName } from '@domain/onboarding/questionnaire-form.ts';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Select } from '@/components/form/select.tsx';
import { AgeField } from './age-field.tsx';
import type { AnswersState } from './use-answers.ts';

const TWO_COLUMNS = 'sm:[&>div]:grid-cols-2';

/** Every question, in order. */
export function Questions({ state }: { state: AnswersState }) {
  const { form, set, errorOf } = state;

  const age = (name: 'user_age' | 'partner_age', label: string, hint: string) => (
    <Asked name={name} state={state}>
      <AgeField
        label={label}
        hint={hint}
        value={form[name]}
        error={errorOf(name)}
        onChange={(typed) => set(name, typed)}
      />
    </Asked>
  );
  const choice = (name: 'trying_duration' | 'menstrual_cycle_length', label: string, hint?: string) => (
    <Asked name={name} state={state}>
      <Select
        label={label}
        hint={hint}
        options={OPTIONS[name]}
        value={form[name]}
        error={errorOf(name)}
        onChange={(event) => set(name, event.target.value)}
      />
    </Asked>
  );
  const one = (
    name: 'uses_ovulation_tests' | 'had_fertility_investigations' | 'family_set_up',
    legend: string,
    hint: string,
    columns?: string,
  ) => (
    <Asked name={name} state={state}>
      <RadioGroup
        legend={legend}
        hint={hint}
        className={columns}
        options={OPTIONS[name]}
        value={form[name]}
        error={errorOf(name)}
        onChange={(answer) => set(name, answer)}
        reveal={{ [OTHER]: <PleaseSpecify question={name} state={state} /> }}
      />
    </Asked>
  );
  const some = (name: 'infertility_diagnosis' | 'previous_treatments', legend: string, hint: string) => (
    <Asked name={name} state={state}>
      <CheckboxGroup
        legend={legend}
        hint={hint}
        className={TWO_COLUMNS}
        options={OPTIONS[name]}
        value={form[name]}
        error={errorOf(name)}
        onChange={(answers) => set(name, withoutNone(name, form[name], answers))}
        reveal={{ [OTHER]: <PleaseSpecify question={name} state={state} /> }}
      />
    </Asked>
  );

  return (
    <div className="grid gap-9">
      <div className="grid gap-x-5 gap-y-9 sm:grid-cols-2">
        {age('user_age', 'Your age', 'In years')}
        {age('partner_age', "Partner's age", 'In years, optional')}
      </div>
      {choice('trying_duration', 'How long trying to conceive')}
      <div className="grid gap-3">
        {choice(
          'menstrual_cycle_length',
          'Average menstrual cycle length',
          'Count from the first day of one period to the first day of the next.',
        )}
        {choseOther(form.menstrual_cycle_length) && (
          <PleaseSpecify question="menstrual_cycle_length" state={state} />
        )}
      </div>
      {one('uses_ovulation_tests', 'Ovulation tests', 'Do you use them?', TWO_COLUMNS)}
      {one('had_fertility_investigations', 'Fertility investigations', 'Have you had any?', TWO_COLUMNS)}
      {some('infertility_diagnosis', 'Infertility diagnosis', 'Select all that apply.')}
      {some('previous_treatments', 'Previous fertility treatments', 'Select all that apply.')}
      {one('family_set_up', 'Family setup', 'Select what describes you best.')}
    </div>
  );
}

function PleaseSpecify({ question, state }: { question: Specifiable; state: AnswersState }) {
  const name = `${question}_other` as const;
  return (
    <Asked name={name} state={state} className="col-span-full mb-2">
      <Field
        label="Please specify"
        autoComplete="off"
        value={state.form[name]}
        error={state.errorOf(name)}
        onChange={(event) => state.set(name, event.target.value)}
      />
    </Asked>
  );
}

type AskedProps = { name: QuestionName; state: AnswersState; className?: string; children: ReactNode };

/** A question counts as touched once the focus has left all of it, not when it moves between its answers. */
function Asked({ name, state, className, children }: AskedProps) {
  return (
    <div
      className={className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) state.touch(name);
      }}
    >
      {children}
    </div>
  );
}
