import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { MessageFiles } from './message-files.tsx';
import type { LoadFile } from './shown-file.ts';

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
  load.mockClear();
  queryClient.clear();
});

const load = vi.fn<LoadFile>(async ({ type }) => new Blob(['seal'], { type }));
const show = (...types: ('image/png' | 'application/pdf')[]) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MessageFiles files={types.map((type, at) => ({ id: `${at}`, place: at + 1, type }))} load={load} />
    </QueryClientProvider>,
  );

test('a picture is shown from its bytes once it comes into view, and is enlarged by a press', async () => {
  show('image/png');
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Download picture 1' })).toBeDefined();
  act(comeIntoView);
  const image = await screen.findByRole('img', { name: 'Picture 1' });
  expect(image.getAttribute('src')).toBe('blob:seal');
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture 1' }));
  expect(await screen.findByRole('heading', { name: 'Picture 1' })).toBeDefined();
  expect(screen.getAllByRole('img', { name: 'Picture 1' })).toHaveLength(2);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a PDF is never drawn, and is saved under a name of ours', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { container } = show('application/pdf');
  expect(container.querySelector('img, iframe, embed, object')).toBeNull();
  expect(load).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF 1' }));
  await vi.waitFor(() => expect(saved).toEqual(['document-1.pdf']));
  expect(container.querySelector('img, iframe, embed, object')).toBeNull();
});
