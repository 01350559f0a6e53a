import { expect, test } from 'vitest';
import {
  check,
  EMPTY_FORM,
  formOf,
  NOT_A_NUMBER,
  withoutNone,
  type QuestionnaireForm,
} from './questionnaire-form.ts';
import { OTHER, SPECIFIABLE } from './questionnaire.ts';

const filled: QuestionnaireForm = {
  ...EMPTY_FORM,
  user_age: '34',
  trying_duration: '1-2 years',
  menstrual_cycle_length: '21-35 days',
  uses_ovulation_tests: 'Sometimes',
  had_fertility_investigations: 'No',
  infertility_diagnosis: ['PCOS'],
  previous_treatments: ['No previous treatments'],
  family_set_up: 'Same-sex couple with sperm donor',
};

const problemsOf = (change: Partial<QuestionnaireForm>) => {
  const checked = check({ ...filled, ...change });
  return 'problems' in checked ? checked.problems : {};
};

test('an empty form has every missing answer, in the order of the questions', () => {
  const checked = check(EMPTY_FORM);
  expect('problems' in checked && Object.entries(checked.problems)).toEqual([
    ['user_age', 'Your age is required'],
    ['trying_duration', "Please select how long you've been trying"],
    ['menstrual_cycle_length', 'Please select your cycle length'],
    ['uses_ovulation_tests', 'Please select an option'],
    ['had_fertility_investigations', 'Please select an option'],
    ['infertility_diagnosis', 'Please select at least one option'],
    ['previous_treatments', 'Please select at least one option'],
    ['family_set_up', 'Please select your family setup'],
  ]);
});

test.each([
  [{ user_age: ' ' }, { user_age: 'Your age is required' }],
  [{ user_age: NOT_A_NUMBER }, { user_age: 'Age must be a number' }],
  [{ user_age: '17' }, { user_age: 'You must be at least 18 years old' }],
  [{ user_age: '101' }, { user_age: 'Please enter a valid age' }],
  [{ user_age: '30.5' }, { user_age: 'Please enter a valid age' }],
  [{ partner_age: NOT_A_NUMBER }, { partner_age: 'Age must be a number' }],
  [{ partner_age: '17' }, { partner_age: 'Partner must be at least 18 years old' }],
  [{ partner_age: '101' }, { partner_age: 'Please enter a valid age' }],
  [{ user_age: '18', partner_age: '100' }, {}],
  [{ user_age: '100', partner_age: '18' }, {}],
])('the ages %j', (change, problems) => {
  expect(problemsOf(change)).toEqual(problems);
});

const WORDS = {
  menstrual_cycle_length: 'Please specify your cycle length',
  uses_ovulation_tests: 'Please specify your ovulation test usage',
  had_fertility_investigations: 'Please specify your fertility investigations',
  infertility_diagnosis: 'Please specify your diagnosis',
  previous_treatments: 'Please specify your previous treatments',
  family_set_up: 'Please specify your family setup',
};

test.each(SPECIFIABLE)('%s: Other needs no text, and blanks are the only thing refused', (question) => {
  const other = { [question]: Array.isArray(filled[question]) ? [OTHER] : OTHER };
  const text = `${question}_other`;
  expect(check({ ...filled, ...other })).toMatchObject({ answers: { [text]: null } });
  expect(check({ ...filled, ...other, [text]: 'in our own way' })).toMatchObject({
    answers: { [text]: 'in our own way' },
  });
  expect(problemsOf({ ...other, [text]: '  ' })).toEqual({ [text]: WORDS[question] });
  expect(problemsOf({ ...other, [text]: 'é'.repeat(2000) })).toEqual({});
  expect(problemsOf({ ...other, [text]: 'x'.repeat(2001) })).toEqual({
    [text]: 'Please use no more than 2,000 characters',
  });
  expect(check({ ...filled, [text]: 'taken back' })).toMatchObject({ answers: { [text]: null } });
});

test.each([
  [{ infertility_diagnosis: ['No diagnosis', 'PCOS'] }, 'infertility_diagnosis', 'No diagnosis'],
  [
    { previous_treatments: ['Syringe insemination', 'No previous treatments'] },
    'previous_treatments',
    'No previous treatments',
  ],
])('there is none, and there is one: %j', (change, question, none) => {
  expect(problemsOf(change)).toEqual({ [question]: `Please select '${none}' alone` });
});

test.each([
  [['PCOS', 'Other'], ['No diagnosis', 'PCOS', 'Other'], ['No diagnosis']],
  [['No diagnosis'], ['No diagnosis', 'PCOS'], ['PCOS']],
  [['PCOS'], ['PCOS', 'Other'], ['PCOS', 'Other']],
  [[], ['No diagnosis'], ['No diagnosis']],
  [['No diagnosis'], [], []],
  [
    ['No diagnosis', 'PCOS'],
    ['No diagnosis', 'PCOS', 'Other'],
    ['PCOS', 'Other'],
  ],
])('after %j, checking %j leaves %j', (before, ticked, left) => {
  expect(withoutNone('infertility_diagnosis', before, ticked)).toEqual(left);
});

test('saved answers return to the screen unchanged', () => {
  const form = { ...filled, partner_age: '41', family_set_up: OTHER, family_set_up_other: 'ours' };
  const checked = check(form);
  expect('answers' in checked && formOf(checked.answers)).toEqual(form);
});

test('older answers with None next to others open without it, and can be saved again', () => {
  const form = formOf({
    ...filled,
    user_age: 34,
    infertility_diagnosis: ['No diagnosis', 'PCOS', OTHER],
    previous_treatments: ['Syringe insemination', 'No previous treatments'],
  });
  expect(check(form)).toMatchObject({
    answers: {
      infertility_diagnosis: ['PCOS', OTHER],
      infertility_diagnosis_other: null,
      previous_treatments: ['Syringe insemination'],
    },
  });
});

test('an imported record with gaps still opens', () => {
  expect(formOf({ user_age: null, infertility_diagnosis: null, family_set_up: 'A commune' })).toEqual({
    ...EMPTY_FORM,
    family_set_up: 'A commune',
  });
});
