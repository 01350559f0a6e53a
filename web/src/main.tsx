import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { App } from './app.tsx';
import { CannotStart } from './cannot-start.tsx';
import { loadConfig } from './lib/config.ts';
import { logFailure } from './lib/log.ts';
import { hasStoredSession } from './lib/stored-session.ts';
import { startSession } from './lib/supabase.ts';
import { preloadPage } from './portal/open-page.tsx';
import { reloadWhenOutdated } from './reload-when-outdated.ts';

// Compiled checks need eval, which our content security policy forbids.
z.config({ jitless: true });
reloadWhenOutdated();

const root = createRoot(document.querySelector('#root')!, {
  onCaughtError: (error) => logFailure('A page broke', error),
  onUncaughtError: (error) => logFailure('The portal broke', error),
});

async function start() {
  try {
    await loadConfig();
  } catch (problem) {
    logFailure('The portal cannot start', problem);
    root.render(<CannotStart problem={problem} />);
    return;
  }
  startSession();
  if (hasStoredSession()) preloadPage(location.pathname);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
