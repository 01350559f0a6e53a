import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { SentPictures } from './sent-pictures.tsx';

const download = vi.hoisted(() => vi.fn());
vi.mock('@/lib/backend/private-files.ts', () => ({ downloadFile: download }));

let comeIntoView: () => void;
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(onSeen: (seen: { isIntersecting: boolean }[]) => void) {
      comeIntoView = () => onSeen([{ isIntersecting: true }]);
    }
    observe() {}
    disconnect() {}
  },
);
vi.stubGlobal(
  'URL',
  Object.assign(URL, { createObjectURL: () => 'blob:seal', revokeObjectURL: () => undefined }),
);

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('a picture of a message is shown small once it comes into view, and can be downloaded', async () => {
  download.mockResolvedValue(new Blob(['seal'], { type: 'image/png' }));
  render(
    <QueryClientProvider client={queryClient}>
      <SentPictures pictures={[{ id: '1', place: 1, name: 'robin/messages/1', type: 'image/png' }]} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('button', { name: 'Download picture 1' })).toBeDefined();
  expect(download).not.toHaveBeenCalled();
  act(comeIntoView);
  const image = await screen.findByRole('img', { name: 'Picture 1' });
  expect(image.getAttribute('src')).toBe('blob:seal');
  expect(download).toHaveBeenCalledExactlyOnceWith('documents', 'robin/messages', '1');
});
