import * as z from 'zod/mini';
import { Line, listOf, Page } from '../contracts/fields/sizes.ts';
import { Answers, choseOther, NONE, SPECIFIABLE } from './questionnaire.ts';

const text = z.prefault(Page, '');
const list = z.prefault(listOf(Line, 100), () => []);

/**
 * The questionnaire as shown on screen, finished or not: a box contains text, and an empty box is no value.
 */
export const QuestionnaireForm = z.object({
  user_age: text,
  partner_age: text,
  trying_duration: text,
  menstrual_cycle_length: text,
  menstrual_cycle_length_other: text,
  uses_ovulation_tests: text,
  uses_ovulation_tests_other: text,
  had_fertility_investigations: text,
  had_fertility_investigations_other: text,
  infertility_diagnosis: list,
  infertility_diagnosis_other: text,
  previous_treatments: list,
  previous_treatments_other: text,
  family_set_up: text,
  family_set_up_other: text,
});
export type QuestionnaireForm = z.output<typeof QuestionnaireForm>;
export type QuestionName = keyof QuestionnaireForm;

export const EMPTY_FORM: QuestionnaireForm = QuestionnaireForm.parse({});

/** A number box's value if someone typed something that is not a number. */
export const NOT_A_NUMBER = 'NaN';

/** Saved answers, in a form that can be saved again: older ones may have 'none' next to others. */
export function formOf(answers: Partial<Record<QuestionName, unknown>>): QuestionnaireForm {
  const entries = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const answer = answers[name as QuestionName];
    if (Array.isArray(empty)) return [name, Array.isArray(answer) ? answer.map(String) : empty];
    return [name, typeof answer === 'string' || typeof answer === 'number' ? String(answer) : empty];
  });
  const form = QuestionnaireForm.parse(Object.fromEntries(entries));
  const { infertility_diagnosis: diagnoses, previous_treatments: treatments } = form;
  return {
    ...form,
    infertility_diagnosis: withoutNone('infertility_diagnosis', diagnoses, diagnoses),
    previous_treatments: withoutNone('previous_treatments', treatments, treatments),
  };
}

/** The answers, or their errors: the first message of each question, in the order of the questions. */
export function check(
  form: QuestionnaireForm,
): { answers: Answers } | { problems: Partial<Record<QuestionName, string>> } {
  const result = Answers.safeParse(candidate(form));
  const problems: Partial<Record<QuestionName, string>> = {};
  for (const { path, message } of result.error?.issues ?? []) problems[path[0] as QuestionName] ??= message;
  return result.success ? { answers: result.data } : { problems };
}

/** The selection after a check: the 'none' answer replaces the others, and any other replaces it. */
export function withoutNone(
  question: keyof typeof NONE,
  before: readonly string[],
  ticked: readonly string[],
): string[] {
  const none = NONE[question];
  const isNew = ticked.includes(none) && !before.includes(none);
  return isNew ? [none] : ticked.filter((each) => each !== none || ticked.length === 1);
}

function candidate(form: QuestionnaireForm) {
  // Text next to an answer that is no longer 'Other' was removed with it.
  const specified = SPECIFIABLE.map((question) => {
    const written = choseOther(form[question]) ? form[`${question}_other`] : '';
    return [`${question}_other`, written === '' ? null : written];
  });
  return {
    ...form,
    user_age: ageOf(form.user_age) ?? undefined,
    partner_age: ageOf(form.partner_age),
    ...Object.fromEntries(specified),
  };
}

const ageOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));
