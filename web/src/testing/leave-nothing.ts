import { afterAll, vi } from 'vitest';

/**
 * Test files share a worker and its document: each leaves them as it found them, and the next loads our
 * modules again.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
