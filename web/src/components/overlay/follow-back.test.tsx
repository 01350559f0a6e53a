import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { useBack } from './back.ts';
import { followBack, leaveEntry } from './follow-back.ts';
// Reports every URL change, as in the portal.
import 'wouter/use-browser-location';

beforeAll(followBack);
afterEach(cleanup);

const depth = () => (history.state as { layers?: number } | null)?.layers ?? 0;

function Survey({ busy = false }: { busy?: boolean }) {
  const [question, setQuestion] = useState(0);
  useBack(question, (left) => {
    if (!busy) setQuestion(left);
    return !busy;
  });
  return (
    <>
      <p>{`Question ${question + 1}`}</p>
      <button type="button" onClick={() => setQuestion(question + 1)}>
        Continue
      </button>
      <button type="button" onClick={() => setQuestion(0)}>
        Start over
      </button>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Until the browser has told of it. */
async function back(): Promise<void> {
  const wentBack = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
  history.back();
  await act(() => wentBack);
}

const open = (path: string) => history.pushState(null, '', path);

test('Back takes one step back after the other and stays on the page', async () => {
  open('/survey');
  render(<Survey />);
  press('Continue');
  press('Continue');
  expect(depth()).toBe(2);
  await back();
  expect(screen.getByText('Question 2')).toBeDefined();
  await back();
  expect(screen.getByText('Question 1')).toBeDefined();
  expect(location.pathname).toBe('/survey');
});

test('closing in another way uses no Back entry, which serves the next dialog', async () => {
  open('/home');
  open('/survey');
  render(<Survey />);
  press('Continue');
  press('Start over');
  press('Continue');
  expect(depth()).toBe(1);
  press('Start over');
  await back();
  await waitFor(() => expect(location.pathname).toBe('/home'));
});

test('what must not be closed keeps its entry', async () => {
  open('/survey');
  render(<Survey busy />);
  press('Continue');
  await back();
  expect(screen.getByText('Question 2')).toBeDefined();
  await waitFor(() => expect(depth()).toBe(1));
});

test('an entry is closed together with what is over it', async () => {
  open('/plan');
  history.pushState('opened from the plan', '', '/plan?phase=1');
  render(<Survey />);
  press('Continue');
  press('Start over');
  expect(leaveEntry('something else')).toBe(false);
  expect(leaveEntry('opened from the plan')).toBe(true);
  await waitFor(() => expect(location.search).toBe(''));
  expect(location.pathname).toBe('/plan');
});
