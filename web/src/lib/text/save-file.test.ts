import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a slow browser has a minute to save the file', () => {
  vi.useFakeTimers();
  const letGo = vi.fn<(address: string) => void>();
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: letGo });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  saveFile('summary.txt', new Blob(['Summary']));
  vi.advanceTimersByTime(59_000);
  expect(letGo).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(letGo).toHaveBeenCalledExactlyOnceWith('blob:x');
});
