import type { ComponentType } from 'react';
import { FEELING_TITLE, LOG_PERIOD_TITLE, SAFETY_CHECK_TITLE } from '@domain/copy/words.ts';
import type { Crumb } from '@/components/layout/shell/breadcrumbs.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { lazyPage } from './lazy-page.ts';

export type PageProps = { title: string };
type PageModule = {
  default: ComponentType<PageProps>;
  /** Requests the page's data in parallel with the access gate. */
  prefetch?: (user: SignedInUser) => Promise<unknown>;
};

/** A screen behind sign-in: its address, name and parent, and how its code is loaded. */
export type Page = {
  path: string;
  title: string;
  /** Its name for these parameters, if they change it. */
  titleFor: (search: URLSearchParams) => string;
  trail: Crumb[];
  /** `layout` has the navigation and the access gate. `alone` has neither. */
  frame: 'layout' | 'alone';
  /**
   * Loads the code early, for example when a link is hovered. Opening the page tries again and reports a
   * failure.
   */
  preload: () => Promise<unknown>;
  /** Requests the data early, as soon as the person is known. */
  prefetch: (user: SignedInUser) => Promise<unknown>;
  /** The component: right away if its code has loaded, otherwise one that waits for it. */
  view: () => ComponentType<PageProps>;
};

const myPlan: Crumb = { label: 'My Plan', to: '/overview' };
const stage3: Crumb[] = [myPlan, { label: 'Stage 3' }];

const SOMETHING = 'Something has changed';
const somethingHasChanged: Crumb = { label: SOMETHING, to: '/something-has-changed' };
const myCoach: Crumb = { label: 'My Coach', to: '/support' };
const myAccount: Crumb = { label: 'My Account', to: '/account' };

const BOOKING = 'Book Video Call';

const pages: Page[] = [
  page('/home', 'Home', () => import('./routes/home.tsx')),
  page('/overview', 'Plan Overview', () => import('./routes/overview.tsx')),
  page('/medical-notes', 'Medical Notes', () => import('./routes/medical-notes.tsx')),
  page('/learn', 'Learn', () => import('./routes/learn.tsx')),
  page('/support', 'My Coach', () => import('./routes/support.tsx')),
  {
    ...page('/schedule', BOOKING, () => import('./routes/schedule.tsx'), [myCoach]),
    titleFor: (search) => (search.has('reschedule') ? 'Reschedule your call' : BOOKING),
  },
  page('/messages', 'Messages', () => import('./routes/messages.tsx'), [myCoach]),
  page('/account', 'My Account', () => import('./routes/account.tsx')),
  page(
    '/before-treatment-survey',
    'Before Treatment Survey',
    () => import('./routes/before-treatment-survey.tsx'),
    [myPlan, { label: 'Stage 2 Complete' }],
  ),
  page('/applicator-survey', 'Applicator Survey', () => import('./routes/applicator-survey.tsx'), stage3),
  page('/log-result/ovulation', 'Log Ovulation Test', () => import('./routes/log-result/ovulation.tsx')),
  page('/log-result/period', LOG_PERIOD_TITLE, () => import('./routes/log-result/period.tsx')),
  page('/log-result/pregnancy', 'Log Pregnancy Test', () => import('./routes/log-result/pregnancy.tsx')),
  page(
    '/applicator-instructions',
    'Applicator Instructions',
    () => import('./routes/applicator-instructions.tsx'),
    stage3,
  ),
  page('/safety-check', SAFETY_CHECK_TITLE, () => import('./routes/safety-check.tsx'), stage3),
  page('/treatment-day', 'Treatment Day', () => import('./routes/treatment-day.tsx'), stage3),
  page(
    '/onboarding-questionnaire',
    'Onboarding Questionnaire',
    () => import('./routes/onboarding-questionnaire.tsx'),
  ),
  page('/patient-info', 'Patient Information', () => import('./routes/patient-info.tsx'), [
    myPlan,
    { label: 'Initial Survey' },
  ]),
  page('/pause', 'Pause my treatment', () => import('./routes/pause.tsx'), [myAccount]),
  page('/stop', 'Stop treatment', () => import('./routes/stop.tsx'), [myAccount]),
  page('/something-has-changed', SOMETHING, () => import('./routes/something-has-changed.tsx')),
  page('/pregnancy-has-ended', 'My pregnancy has ended', () => import('./routes/pregnancy-has-ended.tsx'), [
    somethingHasChanged,
  ]),
  page('/logged-by-mistake', 'I logged it by mistake', () => import('./routes/logged-by-mistake.tsx'), [
    somethingHasChanged,
  ]),
  page('/unclear-result', 'An unclear result', () => import('./routes/unclear-result.tsx')),
  page('/coach-welcome', 'A welcome from your coach', () => import('./routes/coach-welcome.tsx'), [myCoach]),
  page('/share-experience', 'Tell us how it was for you', () => import('./routes/share-experience.tsx'), [
    myPlan,
  ]),
  page('/your-kit', 'What’s in your kit', () => import('./routes/your-kit.tsx'), [myPlan]),
  page('/feeling', FEELING_TITLE, () => import('./routes/feeling.tsx')),
  alone(page('/privacy-terms', 'Privacy and Data Usage', () => import('./routes/privacy-terms.tsx'))),
  alone(page('/onboarding', 'Welcome', () => import('./routes/onboarding.tsx'))),
];

const byPath = new Map(pages.map((each) => [each.path, each]));

export const pageAt = (path: string): Page | undefined => byPath.get(path);

function page(
  path: string,
  title: string,
  importModule: () => Promise<PageModule>,
  trail: Crumb[] = [],
): Page {
  const { load, view } = lazyPage(importModule);
  return {
    path,
    title,
    titleFor: () => title,
    trail,
    frame: 'layout',
    preload: () => load().catch(() => undefined),
    prefetch: (user) =>
      load().then(
        ({ prefetch }) => prefetch?.(user),
        () => undefined,
      ),
    view,
  };
}

function alone(bare: Page): Page {
  return { ...bare, frame: 'alone' };
}
