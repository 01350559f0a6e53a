import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PHONE_NUMBER } from '@domain/copy/phone-number.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { PhoneNumber } from './phone-number.tsx';

const user = { id: 'robin', email: 'robin@example.com' };

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <PhoneNumber userId={user.id} sendsTexts />
    </QueryClientProvider>,
  );
/** As after a reload, which a phone may do while the text is read. */
function reload() {
  cleanup();
  queryClient.clear();
  open();
}
const codeField = () => screen.findByLabelText(PHONE_NUMBER.code);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(async () => {
  sessionStorage.clear();
  queryClient.clear();
  setUser(user);
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    if (input.includes('/confirm-phone')) return Response.json({ phone: '+12125550100', isConfirmed: false });
    return Response.json({ customer_phone: null, phone_changed_by_team: false });
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function askForACode() {
  open();
  await press(PHONE_NUMBER.add);
  fireEvent.change(screen.getByRole('textbox', { name: PHONE_NUMBER.label }), {
    target: { value: '212 555 0100' },
  });
  await press(PHONE_NUMBER.sendCode);
  const field = await codeField();
  expect(document.activeElement).toBe(field);
}

test('the field for a texted code survives a reload, without pulling the page to it', async () => {
  await askForACode();
  reload();
  const field = await codeField();
  screen.getByText(/\(212\) 555-0100/);
  expect(document.activeElement).not.toBe(field);
});

test('after ‘Cancel’, or when the code has expired, a reload starts over', async () => {
  await askForACode();
  await press(PHONE_NUMBER.cancel);
  reload();
  await screen.findByRole('button', { name: PHONE_NUMBER.add });

  cleanup();
  await askForACode();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
  reload();
  await screen.findByRole('button', { name: PHONE_NUMBER.add });
});
