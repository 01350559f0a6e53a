import { SAFETY_QUESTIONS, type SAFETY_GROUPS } from '../copy/safety-check.ts';
import type { Answers } from '../onboarding/questionnaire.ts';

export const ANSWERS = ['yes', 'no', 'not-sure'] as const;
export type Answer = (typeof ANSWERS)[number];
/** A question that is or was asked: stored answers keep its wording. */
export type QuestionId = keyof typeof SAFETY_QUESTIONS;
export type Group = keyof typeof SAFETY_GROUPS;
/**
 * What an answer leads to: `coach` is information and a call that block nothing, `again` asks all questions
 * again.
 */
export type Consequence = 'stop' | 'clinician' | 'coach' | 'again';
export type Question = {
  id: QuestionId;
  group: Group;
  words: string;
  /** Why it is asked, for the clinical lead's review. */
  source: string;
  /** A missing answer leads to nothing. */
  leadsTo: Partial<Record<Answer, Consequence>>;
  asked: 'always' | 'on peak day' | 'from the second time' | 'with a donor';
  /** The question it replaced, with a different meaning: an old page may still answer that one. */
  replaces?: QuestionId;
};

const MAKER = 'The maker’s contraindications page';
const LEAFLETS = 'Leaflets of contraceptive caps';
const CAUTION = 'A caution of our own; no source was found';

const STOPS = { yes: 'stop', 'not-sure': 'clinician' } as const;
const ASKS_CLINICIAN = { yes: 'clinician', 'not-sure': 'clinician' } as const;
const stops = { leadsTo: STOPS, asked: 'always' } as const;
const asksClinician = { leadsTo: ASKS_CLINICIAN, asked: 'always' } as const;
const stopsToday = { group: 'today', leadsTo: STOPS, asked: 'on peak day' } as const;

type Unworded = Omit<Question, 'words'>;
const worded = (question: Unworded): Question => ({ ...question, words: SAFETY_QUESTIONS[question.id] });

/** In the order they are asked. */
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
    { id: 'late-or-positive', source: MAKER, replaces: 'could-be-pregnant', ...stopsToday },
    {
      id: 'anything-changed',
      group: 'today',
      source: 'Answers are true of the day they were given',
      leadsTo: { yes: 'again', 'not-sure': 'again' },
      asked: 'from the second time',
    },
    {
      id: 'donor-screened',
      group: 'donor',
      source: CAUTION,
      leadsTo: { no: 'coach', 'not-sure': 'coach' },
      asked: 'with a donor',
      replaces: 'donor-unscreened',
    },
  ] satisfies Unworded[]
).map(worded);

/** No longer asked. Their answers keep their wording and consequences. */
export const FORMER_QUESTIONS: readonly Question[] = (
  [
    { id: 'could-be-pregnant', source: MAKER, ...stopsToday },
    {
      id: 'donor-unscreened',
      group: 'donor',
      source: CAUTION,
      leadsTo: { yes: 'coach', 'not-sure': 'coach' },
      asked: 'with a donor',
    },
  ] satisfies Unworded[]
).map(worded);

/** Any question that an answer can belong to. */
export const KNOWN_QUESTIONS: readonly Question[] = [...QUESTIONS, ...FORMER_QUESTIONS];

export const hasDonor = (familySetUp: Answers['family_set_up'] | null): boolean =>
  familySetUp?.includes('sperm donor') ?? false;
