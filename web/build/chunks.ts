import type { Rolldown } from 'vite';

/** With what days are checked by, which most pages do. */
const PORTAL = /\/(web\/src\/patient\/(shell\/portal|routes\/home)\.tsx|domain\/contracts\/iso\.ts)$/;

/** Not what says where a patient stands, which every page asks. */
const OUTCOMES =
  /\/(features\/outcomes\/(?!care|queries|row|loss-form|state-card|after-loss|paused)|domain\/copy\/outcomes|care-state\/refusal)/;

/** The check before an applicator, which the treatment day asks too. */
const SAFETY =
  /\/(features\/safety-check\/(queries|after-agreement|agreement)|domain\/(safety\/|copy\/(safety-check|agreement)|contracts\/submit-safety-check))/;

/** Whoever answers it, and whoever reads the answers; nobody else needs its questions. */
const QUESTIONNAIRE = /\/(features\/questionnaire\/|domain\/onboarding\/questionnaire)/;

/** With what few other pages share: the check of free text, and words for a withdrawal, an unclear result and a plan at rest. */
const PARTS =
  /\/(web\/src\/(components|lib)\/|icons\/download\.|patient\/use-withdrawn\.ts|contracts\/(free|visible)-text\.ts|copy\/(unclear|plan-at-rest)\.ts|onboarding\/withdrawn-words\.ts)/;

/** What comes while an address is typed. */
const SIGN_IN =
  /\/(features\/sign-in\/(request-code|sign-in|code-requests|code-form|send-again|wait-words|masked-email|offered-session)\.tsx?)$/;

/** A patient's care state, which nearly every page asks. */
const CARE =
  /\/(domain\/care-state\/(?!refusal|flows|loss-follow-up)|features\/outcomes\/(care|queries|row)\.|patient\/use-care\.)/;

/** The words around an applicator: for its steps and the treatment day. */
const APPLICATORS =
  /\/domain\/(copy\/(cap-safety|day-help)|treatment-day\/show-time|today\/(applicators|told))\./;
/** Whether a survey has a place now, and what it answers. */
const SURVEYS =
  /\/(domain\/(copy\/(survey-feedback|not-now)|care-state\/flows)|patient\/(use-flow-place|not-now))\./;

/** How somebody feels, and the card for a crisis, which messages show too. */
const FEELING =
  /\/(features\/feeling\/(?!get-help)|domain\/(copy\/(feeling|crisis)|symptoms\/|contracts\/report-symptoms))/;

/** Not what says times in words. */
const TIMERS =
  /\/(lib\/entries\/treatment-day|domain\/(copy\/treatment-day|treatment-day\/(events|treatment-day)))/;

/** The cycle's rules and words, for Home's card, the chart and the list of periods. The form for one has little of its own. */
const CYCLE =
  /\/(features\/cycle\/(?!log-period|queries)|domain\/(journey\/cycle-under-way|cycle\/(?!period\.)|safety\/standing|copy\/(cycle|safety-check)|results\/(level|cycle-chart|too-early))|today\/(due|cycle|plan|today|applicator-action)|patient\/(use-cycle|account-cycle|test-in-cycle|cycle-ticks|day-facts))/;
/** Marking phases and taking them back, for the plan, Home and the page of a peak. */
const PLAN =
  /\/(features\/journey\/(use-marking|use-complete-phase|use-plan-act|undo|move-on|own-plan)|domain\/(copy\/(plan-acts|after-test)|journey\/(afterwards-actions|ahead|done)))/;
/** Taken first, so that the cycle does not take along what other pages need. */
const NOT_CYCLE = new RegExp(`^(?!.*${CYCLE.source})`);

/**
 * Few files, so that no page asks for a dozen. Each group takes what it imports along, unless one above it has that already:
 * `index` is the sign-in screen; `portal` is what every signed-in page needs besides, with Home, where everybody arrives;
 * `parts` are the components and the lib that several of the other pages need, which know no feature;
 * `reach-us` are the clinic's numbers, which most pages show last; `get-help` is the urgent card, and asks whether it speaks of a cap; `reply-promise` says when an answer will be there; `sanitise` is for what clinicians write; `coach` says who the patient's coach is, and `face` shows somebody of the care team; `later` follows Back and says as of when something was known; `zone-name` says what people call a zone; `code` is the field for a mailed code, which no page shows first; `sign-in` comes while an address is typed; `timers` are the treatment day's, which every page follows once it is there; `safety` is the check before an applicator; `applicators` is what its survey and its steps share; `faq` are the questions about it; `care` is the patient's care state; `articles` are what Learn and an article share;
 * `outcomes` are the pages about the treatment itself, which few visits see; `after-first-screen` is loaded when Home is there;
 * `plan` is what marks phases; `leaving` is what Home and My Account say to somebody who leaves; `own-data` is the download, for My Account and the consent page; `questionnaire` is what its two pages share; `self-harm` are the words that bring its card; `feeling` is what messages, the treatment day and 'How are you feeling?' share; `cycle` is what Home's card, the chart and the list of periods share; `realtime` keeps a
 * connection open and is loaded last, never along with something else; `markdown` is what reads notes and articles, loaded once there is one; `shared` is what several of the other pages need. The rest of a page is its own.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'index', priority: 5, test: /\/web\/src\/patient\/main\.tsx$/ },
    { name: 'portal', priority: 4, test: PORTAL },
    { name: 'realtime', priority: 4, test: /\/web\/src\/lib\/live\/(realtime|shown-tables)\.ts$/ },
    { name: 'coach', priority: 4, test: /\/lib\/clinic\/(care-team|use-own-coach)\.ts$/ },
    { name: 'zone-name', priority: 4, test: /\/zone-name\.tsx?$/ },
    { name: 'timers', priority: 4, minShareCount: 2, test: TIMERS },
    { name: 'reach-us', priority: 4, test: /\/(lib\/clinic\/reach-us\.tsx|domain\/copy\/reach-us\.ts)$/ },
    {
      name: 'get-help',
      priority: 4,
      test: /\/(features\/feeling\/get-help\.tsx|domain\/copy\/get-help\.ts|patient\/cap-advice-query\.ts)$/,
    },
    {
      name: 'reply-promise',
      priority: 4,
      minShareCount: 2,
      test: /\/(coach\/reply-promise\.tsx?|care-state\/loss-follow-up\.ts)$/,
    },
    { name: 'code', priority: 4, minShareCount: 2, test: /\/components\/form\/code-input\.tsx$/ },
    { name: 'sanitise', priority: 4, minShareCount: 2, test: /\/lib\/text\/sanitise\.ts$/ },
    { name: 'face', priority: 4, test: /\/components\/art\/face\.tsx$/ },
    { name: 'later', priority: 4, test: /\/(overlay\/follow-back\.ts|dates\/as-of\.tsx)$/ },
    {
      name: 'parts',
      priority: 3,
      minShareCount: 2,
      test: PARTS,
    },
    { name: 'care', priority: 3, minShareCount: 2, test: CARE },
    { name: 'sign-in', priority: 2, test: SIGN_IN },
    { name: 'outcomes', priority: 2, test: OUTCOMES },
    { name: 'questionnaire', priority: 2, minShareCount: 2, test: QUESTIONNAIRE },
    { name: 'plan', priority: 2, minShareCount: 2, test: PLAN },
    { name: 'safety', priority: 2, minShareCount: 2, test: SAFETY },
    { name: 'faq', priority: 2, minShareCount: 2, test: /\/domain\/copy\/applicator-instructions\./ },
    { name: 'applicators', priority: 2, minShareCount: 2, test: APPLICATORS },
    { name: 'self-harm', priority: 3, minShareCount: 2, test: /\/domain\/messages\/self-harm-words\.ts$/ },
    { name: 'feeling', priority: 2, minShareCount: 2, test: FEELING },
    { name: 'surveys', priority: 2, minShareCount: 2, test: SURVEYS },
    {
      name: 'articles',
      priority: 2,
      minShareCount: 2,
      test: /\/(features\/learn\/|contracts\/get-blog-posts)/,
    },
    { name: 'own-data', priority: 2, minShareCount: 2, test: /\/features\/your-data\// },
    { name: 'leaving', priority: 3, minShareCount: 2, test: /\/features\/leaving\// },
    {
      name: 'after-first-screen',
      priority: 2,
      test: /\/(shell\/after-first-screen\.ts|pending-entries\/(leave-dialog|pending-list)\.tsx)$/,
    },
    { name: 'markdown', priority: 2, minShareCount: 2, test: /\/node_modules\/micromark/ },
    { name: 'shared', priority: 1, minShareCount: 2, test: NOT_CYCLE },
    { name: 'cycle', priority: 0, test: CYCLE },
  ],
};
