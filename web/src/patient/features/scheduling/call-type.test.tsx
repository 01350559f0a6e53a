import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CallType } from './call-type.tsx';

afterEach(cleanup);

test('the call type being booked has its name and its description', () => {
  const type = {
    id: 'type-1',
    slug: 'initial-consultation',
    name: 'Initial Consultation',
    description: 'A first talk with your clinician.',
    duration: 30,
    interactionType: 'video_call',
    horizonDays: 30,
    minimumNoticeMinutes: 60,
  } as const;
  render(<CallType type={type}>{null}</CallType>);
  expect(screen.getByRole('heading', { name: 'Initial Consultation' })).toBeDefined();
  expect(screen.getByText('A first talk with your clinician.')).toBeDefined();
});
