import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import { ABSTINENCE } from '@domain/copy/abstinence.ts';
import { PEAK_WHILE_HELD } from '@domain/copy/peak-while-held.ts';
import { PEAK_WITHOUT_KIT } from '@domain/copy/peak-without-kit.ts';
import { OVULATION_FEEDBACK } from '@domain/copy/ovulation-feedback.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { OVULATION_RESULTS, type OvulationResult } from '@domain/results/ovulation.ts';
import { Button } from '@/components/action/button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { OvulationFeedback } from './ovulation-feedback.tsx';
import type { Judged, PlanPlace } from './plan-place.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['Invalid', 'contact the Care Team'],
  ['High (Rising LH)', 'contact your Clinical Coach'],
] as const)('after %s, “%s” links to them', (result, words) => {
  render(<FlowFeedback {...OVULATION_FEEDBACK[result]} actions={null} />);
  const link = screen.getByRole('link', { name: words });
  expect(link.getAttribute('href')).toBe('/support');
  expect(link.closest('p')?.textContent).toBe(OVULATION_FEEDBACK[result].paragraphs.at(-1));
});

const PEAK = 'Peak (Positive LH Surge)';
const READY = 'Great! You are now ready to use your first Béa Applicator';

const nothing = () => undefined;
const show = (props: Pick<ComponentProps<typeof OvulationFeedback>, 'result' | 'place' | 'judged'>) =>
  render(
    <OvulationFeedback
      {...props}
      isEarlier={false}
      pending={false}
      MoveOn={({ look }) => <Button look={look ?? 'primary'}>Go to my applicator step</Button>}
      AnswerToday={() => <Button look="outline">I need an answer today</Button>}
      onLogAnother={nothing}
      onExit={nothing}
    />,
  );

/** Everything that looks like a button, primary ones first. */
function looks() {
  const all = [...document.querySelectorAll('.pill')];
  const primary = all.filter((one) => one.classList.contains('bg-brand'));
  return { all: all.length, primary: primary.map(({ textContent }) => textContent) };
}

const NEXT = { label: 'Begin the check', path: '/safety-check' };

test.each<[AfterTest['kind'], Judged['next'], string]>([
  ['first-day', NEXT, 'Begin the check'],
  ['second-day', NEXT, 'Begin the check'],
  ['used-today', null, 'Exit'],
  ['passed', null, 'Message my Coach'],
  ['second-surge', null, 'Message my Coach'],
])('a peak, %s: one main button, which is what comes next, and four at most', (kind, next, main) => {
  show({
    result: PEAK,
    place: 'before-applicators',
    judged: { after: { kind } as AfterTest, next, held: null, withoutKit: null, abstinence: null },
  });
  expect(looks().primary).toEqual([main]);
  expect(looks().all).toBeLessThanOrEqual(4);
});

test.each<[PlanPlace, OvulationResult, string]>([
  ['before-applicators', PEAK, READY],
  ['applicators', PEAK, READY],
  ['unknown', PEAK, READY],
  ['before-treatment', PEAK, 'Your test shows a peak'],
  ['after-treatment', PEAK, 'Thank you for telling us'],
  ['after-treatment', 'Negative (Low LH)', 'Thank you for telling us'],
  ['before-treatment', 'High (Rising LH)', 'Great! Your peak should be coming soon'],
])('%s, %s: “%s”, with one main button and four at most', (place, result, heading) => {
  show({ result, place, judged: null });
  screen.getByRole('heading', { name: heading });
  expect(looks().primary).toHaveLength(1);
  expect(looks().all).toBeLessThanOrEqual(4);
  if (heading !== READY) expect(screen.queryByText(/ready to use/)).toBeNull();
});

test.each<AfterTest['kind']>([
  'first-day',
  'second-day',
  'used-today',
  'passed',
  'second-surge',
  'late-peak',
])(
  'a peak, %s, while the safety check blocks treatment: the clinician first, and nothing about using an applicator',
  (kind) => {
    const judged = {
      after: { kind } as AfterTest,
      next: NEXT,
      held: PEAK_WHILE_HELD,
      withoutKit: null,
      abstinence: null,
    };
    show({ result: PEAK, place: 'before-applicators', judged });
    screen.getByRole('heading', { name: 'Your test shows a peak. Please talk to your clinician first.' });
    screen.getByText('Please do not use an applicator until you have talked with your clinician.');
    const call = screen.getByRole('link', { name: 'Book a safety call' });
    expect(call.getAttribute('href')).toBe('/schedule?appointmentType=safety-call');
    screen.getByRole('button', { name: 'I need an answer today' });
    expect(screen.queryByText(/ready to use|first applicator|second applicator/i)).toBeNull();
    expect(screen.queryByText(/timers|applicator steps|What your days are for|Move my plan on/)).toBeNull();
    expect(looks().primary).toEqual(['Book a safety call']);
    expect(looks().all).toBeLessThanOrEqual(4);
  },
);

test.each<[PlanPlace, AfterTest['kind'], OvulationResult, string]>([
  ['before-treatment', 'first-day', PEAK, 'Your treatment hasn’t started, so there’s nothing to use today.'],
  ['after-treatment', 'passed', PEAK, 'There’s nothing you need to do right now.'],
  ['unknown', 'at-rest', PEAK, 'There’s nothing you need to do right now.'],
  ['before-applicators', 'plain', 'High (Rising LH)', 'Keep testing so you’ll see the peak when it comes.'],
])('%s, %s, %s: a blocked safety check changes nothing', (place, kind, result, words) => {
  const judged = {
    after: { kind } as AfterTest,
    next: null,
    held: PEAK_WHILE_HELD,
    withoutKit: null,
    abstinence: null,
  };
  show({ result, place, judged });
  screen.getByText((text) => text.includes(words));
  expect(screen.queryByRole('link', { name: 'Book a safety call' })).toBeNull();
});

test.each([
  ['awaited', 'first-day', 'Tell us about your kit', /As far as we know, your kit hasn’t arrived\./],
  ['awaited', 'second-day', 'Tell us about your kit', /As far as we know, your kit hasn’t arrived\./],
  ['none', 'first-day', 'See my plan', /There’s nothing to use until you have your kit\./],
] as const)(
  'a peak without a kit (%s, %s) says what it means now, and nothing about using an applicator',
  (kit, kind, main, words) => {
    const judged = {
      after: { kind } as AfterTest,
      next: NEXT,
      held: PEAK_WHILE_HELD,
      withoutKit: PEAK_WITHOUT_KIT[kit],
      abstinence: null,
    };
    show({ result: PEAK, place: 'before-applicators', judged });
    screen.getByRole('heading', { name: 'Your test shows a peak' });
    screen.getByText(words);
    expect(looks().primary).toEqual([main]);
    expect(
      screen.queryByText(/ready to use|first applicator|second applicator|Your next two days/i),
    ).toBeNull();
    expect(screen.queryByRole('button', { name: 'Go to my applicator step' })).toBeNull();
  },
);

test('a second surge asks for the coach, with a kit or without', () => {
  const judged = {
    after: { kind: 'second-surge' } as AfterTest,
    next: null,
    held: null,
    withoutKit: PEAK_WITHOUT_KIT.awaited,
    abstinence: null,
  };
  show({ result: PEAK, place: 'applicators', judged });
  screen.getByRole('heading', { name: 'A second peak in this cycle' });
  expect(looks().primary).toEqual(['Message my Coach']);
});

test.each<[PlanPlace, 'shown' | 'not shown']>([
  ['before-applicators', 'shown'],
  ['applicators', 'shown'],
  ['before-treatment', 'not shown'],
  ['after-treatment', 'not shown'],
])('after a high, the reminder of abstinence is for treatment: %s, %s', (place, expected) => {
  const judged = {
    after: { kind: 'plain' } as AfterTest,
    next: null,
    held: null,
    withoutKit: null,
    abstinence: ABSTINENCE,
  };
  show({ result: 'High (Rising LH)', place, judged });
  expect(screen.queryByText(ABSTINENCE) ? 'shown' : 'not shown').toBe(expected);
});

test.each(OVULATION_RESULTS)('under a result, ‘How are you feeling?’ says what it is for: %s', (result) => {
  show({ result, place: 'before-applicators', judged: null });
  expect(screen.getByRole('link', { name: FEELING_TITLE })).toBeDefined();
  expect(screen.getByText(FEELING_HINT)).toBeDefined();
});
