import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { withoutNetwork } from '@/testing/without-network.ts';
import StopEmailChange from './stop-email-change.tsx';

withoutNetwork();

type Sent = { url: string; body: unknown };

function open(answers: Response[]): Sent[] {
  const sent: Sent[] = [];
  history.replaceState(null, '', '/stop-email-change#the-secret');
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body = init?.body;
    sent.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null });
    return answers.shift()!;
  });
  render(<StopEmailChange />);
  return sent;
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Stop the change' }));

test('opening the link stops nothing; the button does', async () => {
  const sent = open([Response.json({})]);
  expect(sent).toEqual([]);
  press();
  await screen.findByRole('heading', { name: 'We’ve stopped the change' });
  expect(sent).toEqual([
    { url: expect.stringMatching(/\/stop-email-change$/), body: { secret: 'the-secret' } },
  ]);
});

test('a refusal says why, and a lost answer asks to try again', async () => {
  open([
    new Response(null, { status: 503 }),
    Response.json({ code: 'too_late', message: 'Your email address has already changed.' }, { status: 409 }),
  ]);
  press();
  expect((await screen.findByRole('alert')).textContent).toContain('Please try again, or call us.');
  press();
  await screen.findByText('Your email address has already changed.');
});
