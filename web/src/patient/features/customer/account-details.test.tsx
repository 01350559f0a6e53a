import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AccountDetails } from './account-details.tsx';

afterEach(cleanup);

test('the account shows first name, last name and email', () => {
  const customer = {
    firstName: 'Robin',
    preferredName: null,
    lastName: 'Reed',
    email: 'robin@example.com',
    status: 'Active' as const,
    trackingUrl: null,
    programmeName: null,
    coach: null,
  };
  const { container } = render(<AccountDetails customer={customer} email="signed-in@example.com" />);
  expect([...container.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    'First name',
    'Robin',
    'Last name',
    'Reed',
    'Email',
    'robin@example.com',
  ]);
  cleanup();
  render(<AccountDetails customer={null} email="signed-in@example.com" />);
  expect(screen.getByText('signed-in@example.com')).toBeDefined();
});
