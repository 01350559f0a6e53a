import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { App } from './app.tsx';
import { CannotStart } from '@/cannot-start.tsx';
import { forgetPrerendered, keepPrerendered } from './prerendered-page.tsx';
import { openLink } from './features/sign-in/open-link.ts';
import { takeLink, type Link } from '@/lib/backend/address-link.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { closeFirstVisit, forgetFirstVisitAnswers } from '@/lib/backend/first-visit-answers.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { currentSession, onSessionChange } from '@/lib/backend/session.ts';
import { hasStoredSession } from '@/lib/backend/stored-session.ts';
import { startSession } from '@/lib/backend/supabase.ts';
import { preparePage } from './shell/open-page.tsx';
import { registerServiceWorker } from '@/lib/backend/register-service-worker.ts';
import { reloadWhenOutdated } from '@/lib/backend/reload-when-outdated.ts';

// Comes first, because everything after it can fail.
const link = takeLink();
closeFirstVisit();
reloadWhenOutdated();
// Home loads it after the first screen, because its own is the largest: shell/after-first-screen.ts.
if (location.pathname !== '/home') registerServiceWorker();

const container = document.querySelector('#root')!;
const options: RootOptions = {
  onCaughtError: (error) => logFailure('A page broke', error),
  onUncaughtError: (error) => logFailure('The portal crashed', error),
};
keepPrerendered(container);

async function start() {
  try {
    await loadConfig();
  } catch (problem) {
    logFailure('The portal cannot start', problem);
    createRoot(container, options).render(<CannotStart problem={problem} />);
    return;
  }
  startSession();
  followLinks(link);
  onSessionChange(() => {
    forgetPrerendered();
    forgetFirstVisitAnswers();
    if (!currentSession().user) registerServiceWorker();
  });
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (canHydrate()) {
    hydrateRoot(container, app, options);
    return;
  }
  if (hasStoredSession()) await preparePage(location.pathname);
  const held = document.activeElement;
  if (held && container.contains(held)) {
    void import('./shell/hold-focus.ts').then(({ holdFocus }) => holdFocus(held, container));
  }
  // In small steps, so that the browser can paint and react to touch in between.
  startTransition(() => createRoot(container, options).render(app));
}

/** A link to the page that is already open loads nothing. Only its fragment changes. */
function followLinks(first: Link | null): void {
  if (first) void openLink(first);
  window.addEventListener('hashchange', () => {
    const next = takeLink();
    if (next) void openLink(next);
  });
}

/** The prerendered sign-in form is final, so someone may already be typing in it. */
function canHydrate(): boolean {
  const { user, loading } = currentSession();
  return container.querySelector('form') !== null && location.pathname === '/auth' && !user && !loading;
}

void start();
