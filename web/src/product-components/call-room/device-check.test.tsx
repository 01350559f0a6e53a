import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DeviceCheck } from './device-check.tsx';
import type { CallEntry } from './queries.ts';
import type { useMedia } from './use-media.ts';

type OwnMedia = ReturnType<typeof useMedia>;

afterEach(cleanup);

const NOTHING: Partial<OwnMedia> = {
  isOpening: false,
  audio: null,
  video: null,
  muted: false,
  problem: null,
  devices: { cameras: [], microphones: [] },
};

function check(media: Partial<OwnMedia>) {
  const onJoin = vi.fn<() => void>();
  const entry = { name: 'Consultation', startsAt: 0, otherName: 'Marisol Vega' } as CallEntry;
  render(<DeviceCheck entry={entry} media={{ ...NOTHING, ...media } as OwnMedia} onJoin={onJoin} />);
  return { onJoin, join: screen.getByRole<HTMLButtonElement>('button', { name: 'Join call' }) };
}

const listening = () =>
  screen.queryByText(/You’ll see and hear Marisol Vega, but Marisol Vega won’t hear you/);

test.each(['denied', 'missing', 'busy'] as const)(
  'someone whose microphone is %s can join to listen, and reads that they will not be heard',
  (problem) => {
    const { join, onJoin } = check({ problem });
    expect(listening()).toBeTruthy();
    join.click();
    expect(onJoin).toHaveBeenCalledOnce();
  },
);

test('a browser that cannot make calls joins none', () => {
  const { join } = check({ problem: 'unsupported' });
  expect(join.disabled).toBe(true);
  expect(listening()).toBeNull();
});

test('while the browser asks about the microphone, no one is told they have none', () => {
  const { join } = check({ isOpening: true });
  expect(join.disabled).toBe(true);
  expect(listening()).toBeNull();
});
