import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ActDialog } from './act-dialog.tsx';

afterEach(cleanup);

type Shown = { isOpen: boolean; hasAct?: boolean };

function Calls({ isOpen, hasAct = true }: Shown) {
  return (
    <main>
      <ul aria-label="Calls">
        <li>Robin, 10:30 am {hasAct && <button type="button">Cancel call</button>}</li>
        <li>
          <button type="button">Other</button>
        </li>
      </ul>
      {isOpen && (
        <ActDialog
          open
          title="Cancel call"
          go="Cancel call"
          stay="Keep call"
          busy={false}
          failure={null}
          onSend={() => undefined}
          onClose={() => undefined}
        >
          <p>Robin, 10:30 am</p>
        </ActDialog>
      )}
    </main>
  );
}

function begin() {
  const { rerender } = render(<Calls isOpen={false} />);
  act(() => screen.getByRole('button', { name: 'Cancel call' }).focus());
  rerender(<Calls isOpen />);
  return rerender;
}
const row = () => screen.getByText(/^Robin/);

test('the focus returns to what opened it', () => {
  const rerender = begin();
  rerender(<Calls isOpen={false} />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel call' }));
});

test('if what opened it is gone afterward, the focus moves next to it', async () => {
  const rerender = begin();
  rerender(<Calls isOpen={false} />);
  rerender(<Calls isOpen={false} hasAct={false} />);
  await waitFor(() => expect(document.activeElement).toBe(row()));
});

test('even if it is gone before the dialog closes', async () => {
  const rerender = begin();
  rerender(<Calls isOpen hasAct={false} />);
  rerender(<Calls isOpen={false} hasAct={false} />);
  await waitFor(() => expect(document.activeElement).toBe(row()));
});

test('focus that has moved on in the meantime stays where it is', async () => {
  const rerender = begin();
  rerender(<Calls isOpen={false} />);
  const other = screen.getByRole('button', { name: 'Other' });
  act(() => other.focus());
  rerender(<Calls isOpen={false} hasAct={false} />);
  await act(async () => undefined);
  expect(document.activeElement).toBe(other);
});
