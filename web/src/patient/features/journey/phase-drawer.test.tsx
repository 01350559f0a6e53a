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

test('the coach talk is offered once', () => {
  const inPlan = ['welcome', 'consultation-prep', 'optimize'].map((phaseId) => ({
    phaseId,
    cycleNumber: null,
  }));
  render(
    <PhaseDrawer
      step={findStep('consultation', null)}
      progress={{ completed: inPlan, status: 'Active' }}
      facts={{ appointments: [], trackingUrl: null, ticks: null }}
      asks
      saving={false}
      takeBack={null}
      onComplete={() => undefined}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByRole('button', { name: 'Schedule a video call' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'See how the applicator works' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Book your coach talk' })).toBeNull();
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
