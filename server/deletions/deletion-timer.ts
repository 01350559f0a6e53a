import { startFunctionTimer, type Fetch } from '../functions/function-timer.ts';
import type { Services } from '../services.ts';

const INTERVAL_MS = 60_000;

export const startDeletionTimer = (
  services: Pick<Services, 'keys' | 'log'>,
  fetchSelf: Fetch,
  { intervalMs = INTERVAL_MS } = {},
) =>
  startFunctionTimer(services, fetchSelf, {
    name: 'delete-due-accounts',
    failure: 'accounts not deleted',
    intervalMs,
  });
