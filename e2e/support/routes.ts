import { expect, type Page } from '@playwright/test';

export const SIGNED_OUT = [
  '/auth',
  '/privacy-policy',
  '/stop-email-change',
  '/no/such/page',
  '/learn/articles/an-evening-with-your-questions',
  '/call/no-such-link',
];

/** Every page behind sign-in, with its address, title and breadcrumb. */
export const PAGES: { path: string; title: string; trail: string[] }[] = [
  { path: '/home', title: 'Home', trail: [] },
  { path: '/overview', title: 'Plan Overview', trail: [] },
  { path: '/medical-notes', title: 'Medical Notes', trail: [] },
  { path: '/learn', title: 'Learn', trail: [] },
  { path: '/support', title: 'My Coach', trail: [] },
  {
    path: '/schedule?appointmentType=clinical-coach-support-call',
    title: 'Book Video Call',
    trail: ['My Coach'],
  },
  { path: '/messages', title: 'Messages', trail: ['My Coach'] },
  { path: '/account', title: 'My Account', trail: [] },
  {
    path: '/before-treatment-survey',
    title: 'Before Treatment Survey',
    trail: ['My Plan', 'Stage 2 Complete'],
  },
  { path: '/applicator-survey', title: 'Applicator Survey', trail: ['My Plan', 'Stage 3'] },
  { path: '/log-result/ovulation', title: 'Log Ovulation Test', trail: [] },
  { path: '/log-result/period', title: 'Log the first day of your period', trail: [] },
  { path: '/log-result/pregnancy', title: 'Log Pregnancy Test', trail: [] },
  { path: '/applicator-instructions', title: 'Applicator Instructions', trail: ['My Plan', 'Stage 3'] },
  { path: '/safety-check', title: 'Safety check', trail: ['My Plan', 'Stage 3'] },
  { path: '/treatment-day', title: 'Treatment Day', trail: ['My Plan', 'Stage 3'] },
  { path: '/onboarding-questionnaire', title: 'Onboarding Questionnaire', trail: [] },
  { path: '/patient-info', title: 'Patient Information', trail: ['My Plan', 'Initial Survey'] },
  { path: '/pause', title: 'Pause my treatment', trail: ['My Account'] },
  { path: '/stop', title: 'Stop treatment', trail: ['My Account'] },
  { path: '/something-has-changed', title: 'Something has changed', trail: [] },
  { path: '/pregnancy-has-ended', title: 'My pregnancy has ended', trail: ['Something has changed'] },
  { path: '/logged-by-mistake', title: 'I logged it by mistake', trail: ['Something has changed'] },
  { path: '/unclear-result', title: 'An unclear result', trail: [] },
  { path: '/coach-welcome', title: 'A welcome from your coach', trail: ['My Coach'] },
  { path: '/share-experience', title: 'Tell us how it was for you', trail: ['My Plan'] },
  { path: '/your-kit', title: 'What’s in your kit', trail: ['My Plan'] },
  { path: '/feeling', title: 'How are you feeling?', trail: [] },
];

export const ALONE = ['/privacy-terms', '/onboarding'];

/** Requests and subscriptions of every page once it is open. */
export const LATER = /treatment_day_timers|read-messages|account_deletions|own_clinician|keep_my_time_zone/;

/**
 * All of them in `npm run stories`. In `npm test` every fifth, starting with a different one in each story.
 */
export const someOf = <Each>(all: Each[], turn: 0 | 1 | 2 | 3 | 4): Each[] =>
  process.env['STORIES'] === 'short' ? all.filter((_, at) => at % 5 === turn) : all;

/** Opens a page and waits until all of it has loaded. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Longer than usual, because some stories delay every answer until the page has nothing left to
  // request.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Waits until the service worker has cached everything that opens offline. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
}

/** Records every title the page ever shows, however briefly. Returns those seen since the last load. */
export async function watchTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const title of document.querySelectorAll('h1')) seen.push(title.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)]);
}
