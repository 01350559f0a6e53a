import { CYCLE, CYCLE_ASK_COACH, CYCLE_NEXT, CYCLE_NO_DATES } from '@domain/copy/cycle.ts';
import { PEAK_WITHOUT_KIT } from '@domain/copy/peak-without-kit.ts';
import { SAFETY_OUTCOMES } from '@domain/copy/safety-check.ts';
import { LOG_PERIOD_TITLE } from '@domain/copy/words.ts';
import type { CycleStatus } from '@domain/cycle/cycle-status.ts';
import type { KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { DAYS_TO_PREGNANCY_TEST } from '@domain/results/too-early.ts';
import type { SafetyStatus } from '@domain/safety/safety-status.ts';

export type CardLink = { to: string; label: string };
export type CardWords = {
  title: string;
  text: string;
  /** The first one is the next thing to do. */
  links: CardLink[];
  notes: string[];
};

export const LOG_PERIOD_LINK: CardLink = { to: '/log-result/period', label: LOG_PERIOD_TITLE };
const LOG_TEST: CardLink = { to: '/log-result/ovulation', label: CYCLE.logTest };
const SAFETY_CHECK: CardLink = { to: '/safety-check', label: CYCLE.safetyCheck };
const TREATMENT_DAY: CardLink = { to: '/treatment-day', label: CYCLE.treatmentDay };
const COACH: CardLink = { to: '/support', label: CYCLE.coach };
const SURVEY: CardLink = { to: '/applicator-survey?cycleAttempt=1', label: CYCLE.survey };
const CALL: CardLink = {
  to: '/schedule?appointmentType=safety-call',
  label: CYCLE.held.call,
};

type Known = {
  isCapIn?: boolean;
  isCapLate?: boolean;
  /** A period came after the third cycle's applicators. */
  isLastOver?: boolean;
  /** Whether there is an applicator to use; null if it is not known. */
  kit?: KitForPeak | null | undefined;
  /** A survey of this treatment cycle told how an applicator went. */
  isReported?: boolean;
  /** Time since the treatment cycle's last applicator. Null if there was none. */
  daysSinceUse?: number | null;
  hasUsedBoth?: boolean;
  /** By a test of this treatment cycle. */
  isNegative?: boolean;
};

/** The words and link of Home's card. A cap that is in comes first. */
export function cardWords(
  status: CycleStatus,
  safety: SafetyStatus,
  {
    isCapIn = false,
    isCapLate = false,
    isLastOver = false,
    kit = null,
    isReported = false,
    daysSinceUse = null,
    hasUsedBoth = false,
    isNegative = false,
  }: Known = {},
): CardWords {
  if (isCapIn) return { ...(isCapLate ? CYCLE.capLate : CYCLE.capIn), links: [TREATMENT_DAY], notes: [] };
  if (isLastOver) return { ...CYCLE.lastOver, links: [], notes: [] };
  if (status.next === 'after-applicators' && daysSinceUse !== null && status.askCoach.length === 0) {
    const { both, early, late, tested } = CYCLE_NEXT.used;
    const text = daysSinceUse < DAYS_TO_PREGNANCY_TEST ? early : isNegative ? tested : late;
    const title = hasUsedBoth ? both : CYCLE_NEXT['after-applicators'].title;
    return { title, text, links: [], notes: noDates(status) };
  }
  if (isForToday(status) && status.askCoach.length === 0 && (kit === 'awaited' || kit === 'none'))
    return withoutKit(kit, status);
  const notes = [...noDates(status), ...status.askCoach.map((reason) => CYCLE_ASK_COACH[reason])];
  const coach = status.askCoach.length > 0 ? [COACH] : [];
  if (isForApplicator(status) && safety === 'held') {
    return { title: CYCLE.held.title, text: SAFETY_OUTCOMES.stop, links: [CALL, SAFETY_CHECK, COACH], notes };
  }
  const isAboutToday = isForApplicator(status) || status.askCoach.includes('peak-at-rest');
  if (isAboutToday && status.askCoach.length > 0) return coachFirst(status, safety);
  const { links, ...words } = wordsFor(status, isReported);
  if (safety === 'held')
    return { ...words, links: [...links, SAFETY_CHECK, ...coach], notes: [...notes, CYCLE.heldAhead] };
  if (!isCheckDue(status, safety)) return { ...words, links: [...links, ...coach], notes };
  const isToday = isForApplicator(status);
  return {
    ...words,
    links: [...(isToday ? [SAFETY_CHECK, ...links] : [...links, SAFETY_CHECK]), ...coach],
    notes: [...notes, isFirstAhead(status) ? CYCLE.safetyCheckDue : CYCLE.safetyCheckNext],
  };
}

/**
 * Nothing mentions using an applicator before the coach does. Everything needed by then is available anyway.
 */
function coachFirst(status: CycleStatus, safety: SafetyStatus): CardWords {
  const [reason, ...more] = status.askCoach.map((each) => CYCLE_ASK_COACH[each]);
  const check = isCheckDue(status, safety) ? [SAFETY_CHECK] : [];
  const period = status.gate === 'no-period' ? [LOG_PERIOD_LINK] : [];
  const survey = status.askCoach.includes('yesterday-unused') ? [SURVEY] : [];
  return {
    title: CYCLE.coachFirst,
    text: reason!,
    links: [COACH, ...survey, ...check, TREATMENT_DAY, ...period],
    notes: [...noDates(status), ...more],
  };
}

export const isForToday = ({ next }: CycleStatus) =>
  next === 'first-applicator' || next === 'second-applicator';

const isForApplicator = (status: CycleStatus) => isForToday(status) || status.next === 'applicator-tomorrow';

/** A peak without an applicator to use: the same words as under the result. */
function withoutKit(kit: Exclude<KitForPeak, 'at-hand'>, status: CycleStatus): CardWords {
  const { heading, paragraphs, action } = PEAK_WITHOUT_KIT[kit];
  return {
    title: heading,
    text: paragraphs.at(-1)!,
    links: [{ to: action.path, label: action.label }],
    notes: noDates(status),
  };
}

/**
 * From the first test of a cycle on, so that a question for the clinician doesn't first come up on the day
 * itself.
 */
const isCheckDue = (status: CycleStatus, safety: SafetyStatus) =>
  (safety === 'check' || safety === 'confirm') && (status.next === 'test' || isForApplicator(status));

/** According to tests and reports, no applicator of this cycle was used. */
const isFirstAhead = ({ next }: CycleStatus) => next === 'test' || next === 'first-applicator';

const noDates = ({ gate }: CycleStatus) =>
  gate === 'irregular' || gate === 'unclear' ? [CYCLE_NO_DATES[gate]] : [];

function wordsFor(
  { gate, next, levelToday, dates }: CycleStatus,
  isReported: boolean,
): Omit<CardWords, 'notes'> {
  const asksForPeriod = gate === 'no-period' ? [LOG_PERIOD_LINK] : [];
  switch (next) {
    case 'log-period':
      return { ...CYCLE_NEXT[gate === 'overdue' ? 'overdue' : 'no-period'], links: [LOG_PERIOD_LINK] };
    case 'wait-to-test':
      return { ...CYCLE_NEXT['wait-to-test'](dates?.testFrom ?? null), links: [] };
    case 'test':
      return levelToday === 'low' || levelToday === 'high'
        ? { ...CYCLE_NEXT.tested[levelToday], links: [] }
        : { ...CYCLE_NEXT.test, links: [LOG_TEST] };
    case 'first-applicator':
    case 'second-applicator':
      return { ...CYCLE_NEXT[next], links: [TREATMENT_DAY, ...asksForPeriod] };
    case 'applicator-tomorrow': {
      const { title, text, reported } = CYCLE_NEXT[next];
      return { title, text: isReported ? reported : text, links: [] };
    }
    case 'nothing':
      return { title: '', text: '', links: [] };
    default:
      return { ...CYCLE_NEXT[next], links: asksForPeriod };
  }
}
