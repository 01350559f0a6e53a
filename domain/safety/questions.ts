import { SAFETY_QUESTIONS, type SAFETY_GROUPS } from '../copy/safety-check.ts';
import type { Answers } from '../onboarding/questionnaire.ts';

export type QuestionId = keyof typeof SAFETY_QUESTIONS;
export type Group = keyof typeof SAFETY_GROUPS;
/** What an answer leads to: `coach` is information and a talk that hold nothing back, `again` asks all questions again. */
export type Consequence = 'stop' | 'clinician' | 'coach' | 'again';
export type Question = {
  id: QuestionId;
  group: Group;
  words: string;
  /** Why it is asked, for the clinical lead who reviews it. */
  source: string;
  yes: Consequence;
  notSure: Consequence;
  asked: 'always' | 'on peak day' | 'with a donor';
};

const MAKER = 'The maker’s contraindications page';
const LEAFLETS = 'Leaflets of contraceptive caps';
const CAUTION = 'A caution of our own; no source was found';

const stops = { yes: 'stop', notSure: 'clinician', asked: 'always' } as const;
const asksClinician = { yes: 'clinician', notSure: 'clinician', asked: 'always' } as const;
const stopsToday = { group: 'today', yes: 'stop', notSure: 'clinician', asked: 'on peak day' } as const;

/** In the order in which they are asked. */
export const QUESTIONS: readonly Question[] = (
  [
    { id: 'prolapse', group: 'body', source: MAKER, ...stops },
    { id: 'hysterectomy', group: 'body', source: MAKER, ...stops },
    { id: 'recent-surgery', group: 'body', source: MAKER, ...stops },
    { id: 'silicone-allergy', group: 'body', source: MAKER, ...stops },
    { id: 'coil', group: 'body', source: CAUTION, ...asksClinician },
    { id: 'sti', group: 'infection', source: MAKER, ...stops },
    { id: 'irritation', group: 'infection', source: MAKER, ...stops },
    { id: 'infection', group: 'infection', source: LEAFLETS, ...asksClinician },
    { id: 'pelvic-infection', group: 'infection', source: LEAFLETS, ...asksClinician },
    { id: 'toxic-shock', group: 'infection', source: LEAFLETS, ...asksClinician },
    { id: 'bleeding', group: 'bleeding', source: LEAFLETS, ...asksClinician },
    { id: 'unclear-smear', group: 'bleeding', source: LEAFLETS, ...asksClinician },
    { id: 'pregnancy-unsafe', group: 'pregnancy', source: MAKER, ...stops },
    { id: 'recent-pregnancy', group: 'pregnancy', source: LEAFLETS, ...asksClinician },
    { id: 'ectopic', group: 'pregnancy', source: 'NHS text on ectopic pregnancy', ...asksClinician },
    { id: 'period-now', source: MAKER, ...stopsToday },
    { id: 'could-be-pregnant', source: MAKER, ...stopsToday },
    {
      id: 'anything-changed',
      group: 'today',
      source: 'Answers are true of the day on which they were given',
      yes: 'again',
      notSure: 'again',
      asked: 'on peak day',
    },
    {
      id: 'donor-unscreened',
      group: 'donor',
      source: CAUTION,
      yes: 'coach',
      notSure: 'coach',
      asked: 'with a donor',
    },
  ] as const satisfies readonly Omit<Question, 'words'>[]
).map((question) => Object.assign(question, { words: SAFETY_QUESTIONS[question.id] }));

export const hasDonor = (familySetUp: Answers['family_set_up'] | null): boolean =>
  familySetUp?.includes('sperm donor') ?? false;
