import '@/lib/backend/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { CannotStart } from '@/cannot-start.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { reloadWhenOutdated } from '@/lib/backend/reload-when-outdated.ts';
import { startSession } from '@/lib/backend/supabase.ts';
import { App } from './app.tsx';

reloadWhenOutdated();

const options: RootOptions = {
  onCaughtError: (error) => logFailure('A page crashed', error),
  onUncaughtError: (error) => logFailure('The workspace crashed', error),
};
const root = createRoot(document.querySelector('#root')!, options);

async function start() {
  try {
    await loadConfig();
  } catch (problem) {
    logFailure('The workspace cannot start', problem);
    root.render(<CannotStart problem={problem} />);
    return;
  }
  startSession();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
