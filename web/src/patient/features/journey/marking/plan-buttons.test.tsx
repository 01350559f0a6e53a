import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOVE_ON } from '@domain/copy/after-test.ts';
import { MARKING } from '@domain/copy/plan-acts.ts';
import { findStep } from '@domain/journey/definition.ts';
import { ticksOf } from '@domain/journey/done.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { readPlan } from '../own-plan.ts';
import PlanButtons from './plan-buttons.tsx';

beforeEach(() => setUser({ id: 'robin', email: 'robin@example.com' }));
afterEach(() => {
  cleanup();
  setUser(null);
});

type Act = { isByCall: boolean; steps: { phaseId: string; cycle: number | null }[] };

const show = (act: Act, hasRatedConfidence = false) =>
  render(
    <QueryClientProvider client={queryClient}>
      <PlanButtons
        step={null}
        facts={{ appointments: [], trackingUrl: null, plan: null, ticks: null }}
        asks
        plan={readPlan({
          hasAnswered: true,
          callsHeld: [],
          callsPast: {},
          hasNewNotes: false,
          kit: null,
          notes: [],
          surveyedIn: [],
          periodOn: null,
          spokeAt: null,
          hasRatedConfidence,
          takeBack: { act: crypto.randomUUID(), ...act },
        })}
      />
    </QueryClientProvider>,
  ).container;

const COACH_CALL: Act = { isByCall: true, steps: [{ phaseId: 'consultation', cycle: null }] };
const survey = () => screen.queryByRole('link', { name: MARKING.survey });

test('after the coach’s call it asks about the kit, until the survey was sent', () => {
  expect(show(COACH_CALL).textContent).toContain(
    '‘Meet your Clinical Coach’ is complete because your call took place.',
  );
  expect(survey()).not.toBeNull();
  cleanup();
  show(COACH_CALL, true);
  expect(survey()).toBeNull();
});

test('of a plan that moved on by itself it never says that the patient marked it, and Undo names every phase', async () => {
  const { textContent } = show({
    isByCall: false,
    steps: [
      { phaseId: 'ovulation', cycle: 1 },
      { phaseId: 'abstinence', cycle: 1 },
    ],
  });
  expect(textContent).toContain('‘Track your ovulation’ and ‘Plan for the sample’ are complete.');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const question = await screen.findByRole('dialog', { name: 'Go back in your plan?' });
  expect(question.textContent).toContain('Track your ovulationPlan for the sample');
});

test.each([
  ['offered', false],
  ['not offered', true],
])('after a peak the applicator step is %s, where something in its way is %s', (expected, cannotUse) => {
  const ticks = ticksOf({
    plan: null,
    results: [{ type: 'ovulation', result: 'Peak (Positive LH Surge)', takenOn: '2026-11-18', cycle: null }],
    appointments: [],
    checkedIn: null,
    due: null,
    cannotUse,
    today: '2026-11-18',
  });
  const step = findStep('ovulation', 1);
  render(
    <QueryClientProvider client={queryClient}>
      <PlanButtons
        step={step}
        facts={{ appointments: [], trackingUrl: null, plan: null, ticks }}
        asks
        plan={null}
      />
    </QueryClientProvider>,
  );
  const button = screen.queryByRole('button', { name: MOVE_ON.button });
  expect(button ? 'offered' : 'not offered').toBe(expected);
});
