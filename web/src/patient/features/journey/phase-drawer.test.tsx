import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStep } from '@domain/journey/index.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { PhaseDrawer } from './phase-drawer.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('while a phase is being saved its drawer stays open', () => {
  const onClose = vi.fn<() => void>();
  render(
    <PhaseDrawer
      step={findStep('welcome', null)}
      progress={{ completed: [], status: 'Active' }}
      facts={{ appointments: [], trackingUrl: null, ticks: null }}
      asks
      saving
      takeBack={null}
      onComplete={() => undefined}
      onClose={onClose}
    />,
  );
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
});
