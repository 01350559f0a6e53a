import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ActionCard } from './action-card.tsx';
import { variantOf } from './action-look.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const words = { title: 'Follow your delivery', description: 'See where your kit is.' };

test.each([
  ['task', 'Task'],
  ['learn', 'Learn'],
  ['info', 'Info'],
])('a card of type %s says so', (variant, label) => {
  render(<ActionCard variant={variant} {...words} href="/overview" />);
  expect(screen.getByText(label)).toBeTruthy();
});

test('an unknown type is logged and looks like a task', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  render(<ActionCard variant="celebrate" {...words} href="/overview" />);
  expect(screen.getByText('Task')).toBeTruthy();
  expect(logged).toHaveBeenCalled();
});

test('a card links to a portal page, or opens in a new tab', () => {
  render(<ActionCard variant="task" {...words} href="/overview" />);
  expect(screen.getByRole('link', { name: words.title }).getAttribute('target')).toBeNull();
  cleanup();
  render(<ActionCard variant="task" {...words} href="https://example.com/" newTab />);
  expect(screen.getByRole('link', { name: words.title }).getAttribute('target')).toBe('_blank');
});

test('a locked card has no link and says why', async () => {
  render(
    <ActionCard
      variant="task"
      {...words}
      href="/overview"
      locked
      lockedText="Tracking details will be added shortly."
    />,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: words.title }).getAttribute('aria-disabled')).toBe('true');
  await screen.findByText('Tracking details will be added shortly.');
  const card = screen.getByRole('button', { name: words.title });
  expect(card.getAttribute('aria-disabled')).toBe('true');
  const described = card.getAttribute('aria-describedby')!.split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
    'Tracking details will be added shortly.',
  );
});

test('a done card says so, and can be opened again', () => {
  render(<ActionCard variant="task" {...words} href="/overview" done />);
  const card = screen.getByRole('link', { name: words.title });
  const described = card.getAttribute('aria-describedby')!.split(' ');
  const about = described.map((id) => document.getElementById(id)?.textContent).join(' ');
  expect(about).toContain('Done');
});

test('a card ends with an arrow if it has a link, and with a lock if not, in both sizes', () => {
  for (const size of ['default', 'large'] as const) {
    const { container } = render(<ActionCard variant="task" {...words} size={size} href="/overview" />);
    expect(container.querySelector('.lucide-arrow-right')).not.toBeNull();
    cleanup();
    const locked = render(<ActionCard variant="task" {...words} size={size} locked />);
    expect(locked.container.querySelector('.lucide-lock')).not.toBeNull();
    expect(locked.container.querySelector('.lucide-arrow-right')).toBeNull();
    cleanup();
  }
});

test('tasks and things to learn are cards of that type, and every other action of the journey is info', () => {
  expect(['task', 'learn', 'other'].map(variantOf)).toEqual(['task', 'learn', 'info']);
});

test('the card of a done action that can’t be undone is plain text without a link', () => {
  render(<ActionCard variant="task" {...words} done />);
  expect(screen.getByText(words.title)).toBeDefined();
  expect(screen.getByText('Done')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
