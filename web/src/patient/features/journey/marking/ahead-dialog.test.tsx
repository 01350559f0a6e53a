import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import AheadDialog from './ahead-dialog.tsx';

afterEach(cleanup);

const doNothing = () => undefined;

test('what is missing is named, and the button that stands out keeps the step open', () => {
  render(
    <AheadDialog
      phase="Wait, then test"
      ahead={[{ kind: 'pregnancy-test' }]}
      open
      onGo={doNothing}
      onClose={doNothing}
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Mark ‘Wait, then test’ as complete?' });
  expect(dialog.textContent).toContain(
    'The next cycle starts after a negative pregnancy test or your period',
  );
  const [keep, go] = ['Not yet', 'Mark it anyway'].map((name) => screen.getByRole('button', { name }));
  expect(keep!.classList.contains('bg-brand')).toBe(true);
  expect(go!.classList.contains('bg-brand')).toBe(false);
});
