import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStep } from '@domain/journey/definition.ts';
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

test('the coach call phase adds a button to its list, and removes nothing', () => {
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
  expect(screen.getByRole('link', { name: 'Book your coach call' })).toBeDefined();
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

const openAt = (at: { phase: string; cycle?: number; saving?: boolean; completed?: string[] }) =>
  render(
    <PhaseDrawer
      step={findStep(at.phase, at.cycle ?? null)}
      progress={{
        completed: (at.completed ?? []).map((phaseId) => ({ phaseId, cycleNumber: null })),
        status: 'Active',
      }}
      facts={{ appointments: [], trackingUrl: null, ticks: null }}
      asks
      saving={at.saving ?? false}
      takeBack={null}
      onComplete={() => undefined}
      onClose={() => undefined}
    />,
  );

test('it shows picture, stage and cycle, title, hint, description and the cards of its phase', () => {
  openAt({ phase: 'abstinence', cycle: 2 });
  const { phase } = findStep('abstinence', 2)!;
  const drawer = within(screen.getByRole('dialog'));
  expect(drawer.getByRole('img')).toBeDefined();
  expect(drawer.getByText('STAGE 3, CYCLE 2 - Treatment')).toBeDefined();
  expect(drawer.getByRole('heading', { name: phase.title })).toBeDefined();
  expect(drawer.getByText(phase.hint!)).toBeDefined();
  expect(drawer.getByText(phase.description)).toBeDefined();
  for (const { title } of phase.actions) expect(drawer.getByText(title)).toBeDefined();
});

test.each([
  ['Mark as complete', false, { phase: 'welcome' }],
  ['Updating...', true, { phase: 'welcome', saving: true }],
  ['Completed', true, { phase: 'welcome', completed: ['welcome'] }],
  ['Mark as complete', true, { phase: 'consultation-prep' }],
])('its button says %s (disabled: %s) for %j', (name, disabled, at) => {
  openAt(at);
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(disabled);
});

test('in the coach call phase it mentions unlimited access to the coach', () => {
  openAt({ phase: 'consultation', completed: ['welcome', 'consultation-prep', 'optimize'] });
  expect(screen.getByText(/unlimited access to your coach/)).toBeDefined();
});
