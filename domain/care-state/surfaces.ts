import type { CareStatus } from './care-state.ts';
import type { CareState } from './facts.ts';

/** What each screen may show. A screen reads its row here and checks nothing else about the state. */
export type Surfaces = {
  home: {
    /** 'Something has changed' leads to a loss, to symptoms and to a result that was logged by mistake. */
    somethingHasChanged: boolean;
    listsPregnancyResults: boolean;
    /** The notice of results that are a week old, and the button of the empty results card. */
    asksToTest: boolean;
    /** The card 'Your cycle', in the stage of treatment. */
    cycle: boolean;
    congratulates: boolean;
  };
  /**
   * Below the plan, in this order: the current phase's tasks with their 'all done', and the state's own
   * card.
   */
  toDo: 'tasks' | 'card' | 'tasks and card' | 'card and tasks';
  /** Urgent advice. If a cap is in, it mentions the cap whatever this says. */
  help: { speaksOfCap: boolean };
  /** The page about an unclear result. */
  unclearResult: { suggestsTest: boolean };
  /** Treatment steps can be marked complete and their actions opened; otherwise they can only be read. */
  plan: { asks: boolean };
  /** A phase as it is opened from the plan. */
  drawer: { asks: boolean };
  /** The likely fertile days among what was logged. */
  chart: { likelyFertile: boolean };
  /** For tests, applicators and surveys. Call reminders are sent in every state. */
  reminders: { treatment: boolean };
  /**
   * What may leave the outbox, including waiting messages. The database decides the same
   * (`private.is_unwanted`).
   */
  mails: { treatment: boolean; calls: boolean; account: boolean };
  /** Calendar files contain only calls. */
  calendar: { calls: boolean };
  /** The guide for after a positive test. Treatment guides can be read in every state. */
  guides: { pregnancy: boolean };
  /** Only limits what is shown without searching; search finds everything. */
  learn: { treatment: boolean; pregnancy: boolean };
};

type Situation = Pick<CareStatus, 'state' | 'afterLoss'> & Partial<Pick<CareStatus, 'afterPositive'>>;

export function surfacesOf({ state, afterLoss, afterPositive = false }: Situation): Surfaces {
  const surfaces = SURFACES[state];
  if (!afterLoss && !afterPositive) return surfaces;
  // After a positive, another test settles nothing. A clinician does.
  const unclearResult = { suggestsTest: false };
  // The cap was weeks ago.
  const help = { speaksOfCap: false };
  if (!afterLoss) return { ...surfaces, help, unclearResult };
  // A patient who stops after a loss and then logs a positive is pregnant by the table. No one knows yet
  // whether that is good news.
  return {
    ...surfaces,
    home: { ...surfaces.home, listsPregnancyResults: false, congratulates: false },
    // Its card says when not to wait for a call.
    toDo: surfaces.toDo === 'tasks and card' ? 'card and tasks' : surfaces.toDo,
    guides: { pregnancy: false },
    help,
    unclearResult,
  };
}

/** Nothing asks the patient to inseminate, answer a survey or test, and nothing congratulates them. */
const QUIET = {
  home: {
    somethingHasChanged: false,
    listsPregnancyResults: true,
    asksToTest: false,
    cycle: false,
    congratulates: false,
  },
  toDo: 'card',
  // An applicator may have been used the day before.
  help: { speaksOfCap: true },
  unclearResult: { suggestsTest: false },
  plan: { asks: false },
  drawer: { asks: false },
  chart: { likelyFertile: false },
  reminders: { treatment: false },
  mails: { treatment: false, calls: true, account: true },
  calendar: { calls: true },
  guides: { pregnancy: false },
  learn: { treatment: false, pregnancy: false },
} as const;

const SURFACES: Record<CareState, Surfaces> = {
  treatment: {
    home: { ...QUIET.home, asksToTest: true, cycle: true },
    toDo: 'tasks',
    help: QUIET.help,
    unclearResult: { suggestsTest: true },
    plan: { asks: true },
    drawer: { asks: true },
    chart: { likelyFertile: true },
    reminders: { treatment: true },
    mails: { ...QUIET.mails, treatment: true },
    calendar: QUIET.calendar,
    guides: QUIET.guides,
    learn: { treatment: true, pregnancy: false },
  },
  paused: QUIET,
  pregnant: {
    ...QUIET,
    home: { ...QUIET.home, somethingHasChanged: true, congratulates: true },
    // The review with the clinician is still to come.
    toDo: 'tasks and card',
    help: { speaksOfCap: false },
    guides: { pregnancy: true },
    learn: { treatment: false, pregnancy: true },
  },
  unsure: {
    ...QUIET,
    home: { ...QUIET.home, somethingHasChanged: true },
    help: { speaksOfCap: false },
    unclearResult: { suggestsTest: true },
  },
  'after-loss': QUIET,
  stopped: QUIET,
};
