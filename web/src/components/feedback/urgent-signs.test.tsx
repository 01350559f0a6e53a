import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { UrgentSigns } from './urgent-signs.tsx';

afterEach(cleanup);

const SIGNS = { heading: 'Get emergency help if you have', signs: ['fainting'] };
const NO_NUMBER = 'Call your local emergency number, or go to the nearest emergency room.';

test('if the clinic set an emergency number, the card calls it', () => {
  render(<UrgentSigns {...SIGNS} call={{ label: 'Call 911', href: 'tel:911' }} />);
  expect(screen.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
});

test('without a number, the card says how to get help', () => {
  render(<UrgentSigns {...SIGNS} call={{ label: NO_NUMBER, href: null }} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText(NO_NUMBER)).toBeDefined();
});
