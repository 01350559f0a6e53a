import { choseOther, OTHER, SPECIFIABLE, type Specifiable } from '@domain/onboarding/questionnaire.ts';
import type { QuestionName, QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';

const QUESTIONS: readonly [QuestionName, string][] = [
  ['user_age', 'Your age'],
  ['partner_age', "Partner's age"],
  ['trying_duration', 'How long trying to conceive'],
  ['menstrual_cycle_length', 'Average menstrual cycle length'],
  ['uses_ovulation_tests', 'Ovulation tests'],
  ['had_fertility_investigations', 'Fertility investigations'],
  ['infertility_diagnosis', 'Infertility diagnosis'],
  ['previous_treatments', 'Previous fertility treatments'],
  ['family_set_up', 'Family setup'],
];

/** The patient’s answers, read-only. */
export function AnswersSummary({ answers }: { answers: QuestionnaireForm }) {
  return (
    <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {QUESTIONS.map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-soft">{label}</dt>
          <dd className="mt-0.5 font-medium wrap-anywhere">{answerOf(answers, name) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function answerOf(answers: QuestionnaireForm, name: QuestionName): string {
  const chosen = [answers[name]].flat();
  if (!isSpecifiable(name) || !choseOther(chosen)) return chosen.join(', ');
  const text = answers[`${name}_other`];
  return chosen.map((one) => (one === OTHER && text ? `${OTHER}: ${text}` : one)).join(', ');
}

const isSpecifiable = (name: QuestionName): name is Specifiable =>
  SPECIFIABLE.some((question) => question === name);

type Consent = { name: string; given: boolean };

export function ConsentsSummary({ consents }: { consents: readonly Consent[] }) {
  return (
    <dl className="space-y-3">
      {consents.map(({ name, given }) => (
        <div key={name} className="flex items-baseline justify-between gap-x-6 max-[16rem]:flex-wrap">
          <dt>{name}</dt>
          <dd className={`shrink-0 font-semibold ${given ? 'text-sage' : 'text-soft'}`}>
            {given ? 'Given' : 'Not given'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
