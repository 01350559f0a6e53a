import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { App } from './app.tsx';
// Browsers load it later. Here it would be transformed while a test waits for it.
import './routes/account.tsx';
import { keepSession, marisol, useClinic } from './testing/clinic.ts';

const server = useClinic();
beforeEach(() => {
  keepSession('aal2');
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: marisol }),
    'POST /functions/v1/team-session': () => ({ body: marisol }),
  });
});

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}

test('the name in the menu leads to ‘Your account’', async () => {
  visit('/team');
  fireEvent.click(await screen.findByRole('link', { name: /Marisol Vega.*Your account/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeDefined();
  expect(location.pathname).toBe('/team/account');
  expect(screen.getByRole('region', { name: 'Time zone' }).textContent).toContain('Eastern Time');
  expect(screen.getByRole('region', { name: 'Sign-in app' }).textContent).toContain('Reset sign-in app');
});
