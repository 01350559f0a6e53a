import { countsOf } from '@domain/journey/action-counts.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CARE_STATES } from '@domain/care-state/facts.ts';
import { surfacesOf } from '@domain/care-state/surfaces.ts';
import { afterwardsActions } from '@domain/journey/afterwards-actions.ts';
import { ticksOf } from '@domain/journey/done.ts';
import { actionsOf } from '@domain/journey/actions.ts';
import { currentStep } from '@domain/journey/current.ts';
import { findStep } from '@domain/journey/definition.ts';
import { phaseOf } from '@domain/journey/phase-of.ts';
import type { Progress } from '@domain/journey/progress.ts';
import type { Step } from '@domain/journey/types.ts';
import { ALL_STEPS, FINISHED, patientAt, pregnant } from '@domain/journey/testing.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { PhaseCard } from './plan/phase-card.tsx';
import { PhaseDrawer } from './plan/phase-drawer.tsx';
import { ToDoCard } from './home/to-do-card.tsx';

vi.mock('./marking/plan-buttons.tsx', () => ({ default: () => null }));

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

const plan = {
  hasAnswered: true,
  callsHeld: ['initial-consultation'],
  callsPast: {},
  notes: ['initial-consultation'],
  surveyedIn: [1],
  periodOn: '2026-11-10',
};
const due = new Set(['log-ovulation-test', 'safety-check']);
const facts = {
  appointments: [],
  trackingUrl: null,
  plan,
  actionsFor: afterwardsActions,
  ticks: ticksOf({ plan, results: [], appointments: [], checkedIn: null, due, today: '2026-11-18' }),
};
const doNothing = () => undefined;

/** The subjects of a list's cards, and the number of each type. */
const listed = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('listitem')
    .map((item) => item.dataset['action']!);
const typesIn = (list: HTMLElement) => {
  const count = (word: string) => within(list).queryAllByText(word, { exact: true }).length;
  return [count('Task'), count('Learn'), count('Info')];
};
const badgesOf = (card: HTMLElement) =>
  [/^(\d+) tasks?$/, /^(\d+) learn$/, /^(\d+) info$/].map((words) =>
    Number(words.exec(within(card).queryByText(words)?.textContent ?? '')?.[1] ?? 0),
  );

function shown(step: Step, progress: Progress, asks: boolean) {
  const counts = countsOf(actionsOf(step, progress, facts, asks));
  const card = render(
    <PhaseCard
      {...{ step, counts }}
      phase={phaseOf(step, progress)}
      isCurrent={false}
      isLocked={false}
      onOpen={doNothing}
    />,
  );
  const badges = badgesOf(card.container);
  cleanup();
  const props = { saving: false, takeBack: null, onComplete: doNothing, onClose: doNothing };
  render(<PhaseDrawer {...{ step, progress, facts, asks, ...props }} />);
  const drawer = screen.getByRole('dialog');
  const inDrawer = { actions: listed(drawer), types: typesIn(drawer) };
  cleanup();
  return { badges, ...inDrawer };
}

test.each(CARE_STATES)('%s: the badges of every phase count what its drawer shows', (state) => {
  const surfaces = surfacesOf({ state, afterLoss: false });
  const reached = patientAt('applicators', 1);
  const progress = state === 'pregnant' ? pregnant(reached) : reached;
  for (const step of ALL_STEPS) {
    const { badges, types } = shown(step, progress, surfaces.drawer.asks);
    expect([step.phase.id, badges]).toEqual([step.phase.id, types]);
  }
});

test.each(CARE_STATES)('%s: To Do shows what the drawer of the current phase shows', (state) => {
  const surfaces = surfacesOf({ state, afterLoss: false });
  if (surfaces.toDo === 'card') return;
  for (const at of ALL_STEPS) {
    const reached = patientAt(at.phase.id, at.cycle);
    const progress = state === 'pregnant' ? pregnant(reached) : reached;
    const step = currentStep(progress)!;
    const { actions } = shown(step, progress, surfaces.drawer.asks);
    const { container } = render(<ToDoCard {...{ progress, facts }} plan={null} asks={surfaces.plan.asks} />);
    expect([at.phase.id, listed(container)]).toEqual([at.phase.id, actions]);
    const open = actionsOf(step, progress, facts, surfaces.plan.asks).filter(
      ({ done, locked, isLater }) => !done && !locked && !isLater,
    );
    expect(within(container).getByText(String(open.length), { exact: true })).toBeDefined();
    cleanup();
  }
});

test('once everything is complete To Do says so', () => {
  render(<ToDoCard progress={FINISHED} facts={facts} plan={null} asks />);
  expect(screen.getByText('You have completed all your assigned tasks!')).toBeDefined();
});

test('existing notes tick both the booking and the call, and neither waits for anything', () => {
  const step = findStep('consultation-prep', null)!;
  render(
    <PhaseDrawer
      {...{ step, facts }}
      progress={patientAt('consultation-prep')}
      asks
      saving={false}
      takeBack={null}
      onComplete={doNothing}
      onClose={doNothing}
    />,
  );
  for (const name of ['Book your consultation', 'Join your consultation']) {
    const item = screen.getByText(name).closest('li')!;
    expect(within(item).getByText('Done')).toBeDefined();
    expect(within(item).queryByText(', locked')).toBeNull();
  }
});
