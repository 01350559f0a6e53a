import { beforeEach, expect, test, vi } from 'vitest';
import { showFailuresBy, reportFailure } from './failures.ts';

const show = vi.fn((_words: string) => () => undefined);

beforeEach(() => {
  show.mockClear();
  vi.spyOn(console, 'error').mockReturnValue();
  showFailuresBy(show);
});

test('one failure that two parts of a page notice is reported once', () => {
  const failure = new Error('No');
  reportFailure('Failed to update progress.', failure);
  reportFailure('Failed to load progress.', failure);
  expect(show.mock.calls).toEqual([['Failed to update progress.']]);
});

test('a second failed try is reported again', () => {
  reportFailure('Failed to load progress.', new Error('No'));
  reportFailure('Failed to load progress.', new Error('No'));
  expect(show).toHaveBeenCalledTimes(2);
});
