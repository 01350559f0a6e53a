import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const REPOSITORY = join(import.meta.dirname, '../..');

/**
 * The portal's chunks, each by its entry points. A chunk includes what its entry points import, unless a
 * chunk above it already has it. Few chunks, so that no page requests a dozen; code that only one page
 * needs goes with that page, and anything else two of them share gets a small chunk.
 */
const CHUNKS = {
  // The sign-in screen.
  index: ['web/src/patient/main.tsx'],
  // Code that every signed-in page needs in addition, with Home, where everyone arrives, and the date checks,
  // which most pages use.
  portal: [
    'web/src/patient/shell/portal.tsx',
    'web/src/patient/routes/home.tsx',
    'domain/contracts/fields/iso.ts',
  ],
  // Keeps a connection open. Loaded last, never together with something else.
  realtime: ['web/src/lib/live/realtime.ts', 'web/src/lib/live/shown-tables.ts'],
  // Code that nearly every page needs.
  parts: [
    'web/src/components/layout/page-heading.tsx',
    'web/src/lib/backend/use-send-once.ts',
    'web/src/lib/backend/not-saved.ts',
    'web/src/lib/dates/test-day.ts',
    'web/src/lib/text/save-file.ts',
    'web/src/lib/backend/private-files.ts',
    'web/src/components/feedback/not-loaded.tsx',
    'web/src/components/feedback/notice.tsx',
    'web/src/patient/across-features/use-withdrawn.ts',
    'domain/onboarding/withdrawn-words.ts',
    'domain/copy/unclear.ts',
    'domain/copy/kept-blocked.ts',
    'domain/time/zoned-words.ts',
    'web/src/product-components/reach-us-later.tsx',
    'web/src/lib/dates/dates.ts',
    'web/src/components/action/go-button.tsx',
    'web/src/components/layout/use-arrive-at.ts',
    'domain/kit/kit-state.ts',
    'domain/journey/cycle-under-way.ts',
    'domain/copy/offline.ts',
    'node_modules/lucide-react/dist/esm/icons/download.mjs',
    'node_modules/lucide-react/dist/esm/icons/phone.mjs',
    'node_modules/lucide-react/dist/esm/icons/video.mjs',
    'node_modules/lucide-react/dist/esm/icons/x.mjs',
  ],
  // The patient's coach.
  coach: ['web/src/lib/clinic/care-team.ts', 'web/src/lib/clinic/use-own-coach.ts'],
  // The zone that a patient selects, and a change of their address, which Home reads after its first screen.
  'time-zone': [
    'web/src/patient/features/time-zone/queries.ts',
    'web/src/lib/dates/select-zone.ts',
    'web/src/patient/features/change-email/email-change-query.ts',
    'web/src/lib/clinic/texts.ts',
  ],
  'zone-name': ['web/src/components/layout/zone-name.tsx'],
  // The treatment day's timers, which every page follows after its first screen.
  timers: [
    'web/src/lib/entries/treatment-day-query.ts',
    'domain/copy/treatment-day.ts',
    'domain/treatment-day/show-time.ts',
  ],
  // The clinic's numbers, which most pages show last.
  'reach-us': ['web/src/product-components/reach-us.tsx'],
  'reply-promise': ['web/src/patient/features/coach/reply-promise.tsx'],
  // The field for an emailed code.
  code: ['web/src/components/form/code-input.tsx'],
  // For what clinicians write.
  sanitise: ['web/src/lib/text/sanitise.ts'],
  // People, and pictures that say what they show.
  face: ['web/src/components/art/face.tsx', 'web/src/components/art/described-picture.tsx'],
  // The Back button, the as-of notice, and the unread count.
  later: [
    'web/src/components/overlay/follow-back.ts',
    'web/src/product-components/as-of.tsx',
    'web/src/patient/features/messages/unread-query.ts',
  ],
  dialog: [
    'web/src/components/overlay/dialog.tsx',
    'web/src/components/overlay/confirm.tsx',
    'web/src/components/layout/shell/menu-dialog.tsx',
  ],
  // One-question-at-a-time forms, and what saves and sends the answers.
  forms: [
    'web/src/lib/entries/use-entry-form.ts',
    'web/src/lib/entries/use-draft.ts',
    'web/src/lib/entries/use-ask.ts',
    'web/src/components/layout/flow-step.tsx',
    'web/src/components/feedback/flow-feedback.tsx',
    'web/src/components/form/radio-group.tsx',
    'web/src/components/form/checkbox.tsx',
    'web/src/components/form/checkbox-group.tsx',
    'web/src/components/form/text-area.tsx',
    'web/src/components/form/focus-first-error.ts',
    'domain/contracts/fields/free-text.ts',
  ],
  'date-picker': ['web/src/components/form/date-picker.tsx'],
  disclosure: ['web/src/components/layout/disclosure.tsx', 'web/src/components/layout/accordion.tsx'],
  // Notes and articles.
  reading: ['web/src/components/layout/rich-text.tsx', 'web/src/lib/text/markdown.ts'],
  // Their renderer, loaded once there is one.
  markdown: ['node_modules/micromark/index.js'],
  select: ['web/src/components/form/select.tsx'],
  // The patient's care state.
  care: [
    'web/src/components/overlay/ask-first.tsx',
    'domain/copy/ask-first.ts',
    'web/src/patient/across-features/use-care.ts',
    'domain/copy/plan-at-rest.ts',
  ],
  // The urgent card, which checks whether to mention a cap.
  'get-help': [
    'web/src/patient/features/feeling/get-help.tsx',
    'web/src/patient/across-features/cap-advice-query.ts',
  ],
  // Loaded while an address is typed.
  'sign-in': [
    'web/src/patient/features/sign-in/code-form.tsx',
    'web/src/patient/features/sign-in/offered-session.ts',
    'web/src/patient/features/sign-in/request-code.ts',
  ],
  // The pages about treatment itself, which few visits reach.
  outcomes: [
    'web/src/patient/features/outcomes/use-report.ts',
    'domain/care-state/refusal.ts',
    'domain/copy/outcomes.ts',
  ],
  // The form for a loss, and Home's card after it.
  loss: [
    'web/src/patient/features/outcomes/talk-to-us.tsx',
    'web/src/patient/features/outcomes/until-words.ts',
    'web/src/patient/features/outcomes/known-words.ts',
    'domain/care-state/loss-follow-up.ts',
  ],
  questionnaire: ['web/src/patient/features/questionnaire/queries.ts'],
  // Marking phases, for the plan, Home and the page of a peak.
  plan: [
    'web/src/patient/features/journey/own-plan.ts',
    'web/src/patient/features/journey/marking/move-on.tsx',
    'web/src/patient/features/journey/marking/undo.tsx',
    'web/src/patient/features/journey/marking/use-marking.tsx',
  ],
  // The check before an applicator, which the treatment day asks too, and the agreement to what it says.
  safety: ['web/src/patient/features/safety-check/queries.ts', 'domain/copy/safety-check.ts'],
  agreement: ['web/src/patient/features/safety-check/after-agreement.tsx'],
  faq: ['domain/copy/applicator-instructions.ts'],
  // Shared by the applicator's steps and its survey.
  applicators: [
    'domain/next-step/applicators.ts',
    'domain/next-step/rows.ts',
    'domain/copy/day-help.ts',
    'domain/copy/cap-safety.ts',
  ],
  // The words that trigger the crisis card.
  'self-harm': ['domain/messages/self-harm-words.ts'],
  // Shared by messages, the treatment day and 'How are you feeling?'.
  feeling: ['web/src/patient/features/feeling/crisis-card.tsx'],
  surveys: ['web/src/patient/across-features/use-flow-place.ts', 'domain/copy/survey-feedback.ts'],
  // Shared by Learn and an article.
  articles: [
    'web/src/patient/features/learn/cover.tsx',
    'web/src/patient/features/learn/event-date.ts',
    'web/src/patient/features/learn/queries.ts',
  ],
  // The download, for My Account and the consent page.
  'own-data': ['web/src/patient/features/your-data/your-data.tsx'],
  // Shown on Home and My Account while an account is being deleted.
  leaving: [
    'web/src/patient/features/leaving/delete-account.tsx',
    'web/src/patient/features/leaving/leaving-banner.tsx',
  ],
  // Loaded when Home is there.
  'after-first-screen': [
    'web/src/patient/shell/after-first-screen.ts',
    'web/src/patient/features/pending-entries/leave-dialog.tsx',
  ],
  // The table of test results, for Home and My Account.
  results: ['web/src/patient/features/results/results-table.tsx', 'domain/results/results.ts'],
  // Shared by Home's card, the chart and the list of periods.
  cycle: [
    'web/src/patient/across-features/home/cycle-ticks.ts',
    'web/src/patient/features/cycle/cycle-card.tsx',
    'web/src/patient/across-features/account-cycle.tsx',
    'web/src/patient/across-features/test-in-cycle.ts',
  ],
} satisfies Record<string, readonly string[]>;

const names = Object.entries(CHUNKS);

export const chunks: Rolldown.CodeSplittingOptions = {
  groups: names.map(([name, entries], index) => {
    const modules = new Set(entries.map(moduleOf));
    return { name, priority: names.length - index, test: (id) => modules.has(id) };
  }),
};

function moduleOf(entry: string): string {
  const module = join(REPOSITORY, entry);
  if (!existsSync(module)) throw new Error(`web/build/chunks.ts names ${entry}, which does not exist.`);
  return module;
}
