import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OVULATION_FEEDBACK } from '@domain/copy/ovulation-feedback.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';

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
