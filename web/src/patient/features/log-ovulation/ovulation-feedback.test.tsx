import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OVULATION_FEEDBACK } from '@domain/copy/ovulation-feedback.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';

import { OvulationFeedback } from './ovulation-feedback.tsx';
import type { PlanPlace } from './plan-place.ts';

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

test.each<[PlanPlace, OvulationResult, string]>([
  ['before-applicators', PEAK, READY],
  ['applicators', PEAK, READY],
  ['unknown', PEAK, READY],
  ['before-treatment', PEAK, 'Your test shows a peak'],
  ['after-treatment', PEAK, 'Thank you for telling us'],
  ['after-treatment', 'Negative (Low LH)', 'Thank you for telling us'],
  ['before-treatment', 'High (Rising LH)', 'Great! Your peak should be coming soon'],
])('%s, %s: “%s”, with one main button and four at most', (place, result, heading) => {
  const nothing = () => undefined;
  render(
    <OvulationFeedback
      {...{ result, place }}
      isEarlier={false}
      after={null}
      pending={false}
      MoveOn={() => null}
      onLogAnother={nothing}
      onExit={nothing}
    />,
  );
  screen.getByRole('heading', { name: heading });
  const buttons =
    screen.getAllByRole('button').length +
    (screen.queryByRole('link', { name: 'How are you feeling?' }) ? 1 : 0);
  expect(buttons).toBeLessThanOrEqual(4);
  if (heading !== READY) expect(screen.queryByText(/ready to use/)).toBeNull();
});
