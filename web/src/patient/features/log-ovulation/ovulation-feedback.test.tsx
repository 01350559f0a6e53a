import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import { OVULATION_FEEDBACK } from '@domain/copy/ovulation-feedback.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { Button } from '@/components/action/button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { OvulationFeedback } from './ovulation-feedback.tsx';
import type { Judged, PlanPlace } from './plan-place.ts';

afterEach(cleanup);

test.each([
  ['Invalid', 'contact the Care Team'],
  ['High (Rising LH)', 'contact your Clinical Coach'],
] as const)('after %s, “%s” leads to them', (result, words) => {
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
      MoveOn={({ look }) => <Button look={look ?? 'primary'}>Move my plan on</Button>}
      onLogAnother={nothing}
      onExit={nothing}
    />,
  );

/** Whatever looks like a button; the primary ones first. */
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
    judged: { after: { kind } as AfterTest, next, warning: null, abstinence: null },
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
