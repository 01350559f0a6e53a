import { useState } from 'react';
import {
  check,
  EMPTY_FORM,
  type QuestionName,
  type QuestionnaireForm,
} from '@domain/onboarding/questionnaire-form.ts';

/**
 * The form's state. Errors are known from the start, but only shown for touched or prefilled questions, and
 * for all of them once Save was pressed.
 */
export function useAnswers(opening: QuestionnaireForm, onChange: (form: QuestionnaireForm) => void) {
  const [form, setForm] = useState(opening);
  const [touched, setTouched] = useState(() => filledIn(opening));
  const [tried, setTried] = useState(false);
  const checked = check(form);
  const problems = 'problems' in checked ? checked.problems : {};

  return {
    form,
    answers: 'answers' in checked ? checked.answers : null,
    errorOf: (name: QuestionName) => (tried || touched.has(name) ? problems[name] : undefined),
    touch: (name: QuestionName) => setTouched((before) => new Set(before).add(name)),
    showAll: () => setTried(true),
    set: <Name extends QuestionName>(name: Name, answer: QuestionnaireForm[Name]) => {
      const next = { ...form, [name]: answer };
      setForm(next);
      onChange(next);
    },
  };
}

export type AnswersState = ReturnType<typeof useAnswers>;

const filledIn = (form: QuestionnaireForm) =>
  new Set((Object.keys(EMPTY_FORM) as QuestionName[]).filter((name) => form[name].length > 0));
