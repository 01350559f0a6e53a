import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMedia } from './use-media.ts';

const track = (kind: string) => ({
  kind,
  enabled: true,
  stop: vi.fn<() => void>(),
  addEventListener: vi.fn<() => void>(),
});
type Track = ReturnType<typeof track>;

/** The browser's request that the person hasn't answered yet. */
let asked: (() => Track[])[];

beforeEach(() => {
  asked = [];
  const ask = (constraints: MediaStreamConstraints) =>
    new Promise((resolve) => {
      asked.push(() => {
        const tracks = ['audio', 'video'].filter((kind) => kind in constraints).map(track);
        const ofKind = (kind: string) => tracks.filter((each) => each.kind === kind);
        resolve({
          getTracks: () => tracks,
          getAudioTracks: () => ofKind('audio'),
          getVideoTracks: () => ofKind('video'),
        });
        return tracks;
      });
    });
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: ask,
      enumerateDevices: async () => [],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const allow = () => asked.shift()!();
const expectOff = (tracks: Track[]) =>
  waitFor(() => expect(tracks.map(({ stop }) => stop.mock.calls.length)).toEqual(tracks.map(() => 1)));

test('a camera allowed after leaving the page is switched off again', async () => {
  const { unmount } = renderHook(() => useMedia());
  unmount();
  await expectOff(allow());
});

test('a camera allowed after leaving the call is switched off again', async () => {
  const { result } = renderHook(() => useMedia());
  act(() => result.current.release());
  await expectOff(allow());
  expect(result.current.video).toBeNull();
});

test('another camera allowed after leaving the page is switched off again', async () => {
  const { result, unmount } = renderHook(() => useMedia());
  act(() => void allow());
  await waitFor(() => expect(result.current.isOpening).toBe(false));
  act(() => result.current.chooseCamera('second'));
  unmount();
  await expectOff(allow());
});

test('a camera allowed in time is used', async () => {
  const { result } = renderHook(() => useMedia());
  const [, video] = allow();
  await waitFor(() => expect(result.current.isOpening).toBe(false));
  expect(result.current.video).toBe(video);
  expect(video?.stop).not.toHaveBeenCalled();
});
