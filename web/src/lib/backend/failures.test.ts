import { beforeEach, expect, test, vi } from 'vitest';
import { showFailuresBy, tellFailure } from './failures.ts';

const show = vi.fn((_words: string) => () => undefined);

beforeEach(() => {
  show.mockClear();
  vi.spyOn(console, 'error').mockReturnValue();
  showFailuresBy(show);
});

test('one failure that two parts of a page notice is told once', () => {
  const failure = new Error('No');
  tellFailure('Failed to update progress.', failure);
  tellFailure('Failed to load progress.', failure);
  expect(show.mock.calls).toEqual([['Failed to update progress.']]);
});

test('a second try that fails is told again', () => {
  tellFailure('Failed to load progress.', new Error('No'));
  tellFailure('Failed to load progress.', new Error('No'));
  expect(show).toHaveBeenCalledTimes(2);
});
