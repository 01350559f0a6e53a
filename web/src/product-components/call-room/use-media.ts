import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '@/lib/backend/log.ts';
import {
  listDevices,
  NO_DEVICES,
  openBoth,
  openCamera,
  openMicrophone,
  openScreen,
  problemOf,
  type Devices,
  type MediaProblem,
} from './media.ts';

export type Media = {
  isOpening: boolean;
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  muted: boolean;
  /** Why something is missing. */
  problem: MediaProblem | null;
  devices: Devices;
};

const NOTHING: Media = {
  isOpening: true,
  audio: null,
  video: null,
  screen: null,
  muted: false,
  problem: null,
  devices: NO_DEVICES,
};

/** This person's camera, microphone and screen. Everything is released when the page is left. */
export function useMedia() {
  const [media, setMedia] = useState(NOTHING);
  const latest = useRef(media);
  /**
   * Increases whenever everything is released or requested again, so that an answer to an older request is
   * dropped.
   */
  const turn = useRef(0);
  const set = useCallback((news: Partial<Media>) => {
    latest.current = { ...latest.current, ...news };
    setMedia(latest.current);
  }, []);

  const open = useCallback(async () => {
    turn.current += 1;
    const asked = turn.current;
    set({ isOpening: true, problem: null });
    if (!navigator.mediaDevices) return set({ isOpening: false, problem: 'unsupported' });
    const { audio, video, problem } = await openBoth();
    if (asked !== turn.current) return release({ audio, video, screen: null });
    release(latest.current);
    // Kept before waiting for anything else, so that leaving meanwhile releases it.
    set({ audio, video, screen: null, muted: false, problem });
    return set({ devices: await listDevices(), isOpening: false });
  }, [set]);

  useEffect(() => {
    void open();
    const onChange = () => void listDevices().then((devices) => set({ devices }));
    navigator.mediaDevices?.addEventListener('devicechange', onChange);
    return () => {
      navigator.mediaDevices?.removeEventListener('devicechange', onChange);
      turn.current += 1;
      release(latest.current);
    };
  }, [open, set]);

  /** Opens another device or screen. If that fails, the old one stays, and the reason is shown. */
  const replace = useCallback(
    async (kind: 'audio' | 'video' | 'screen', opening: Promise<MediaStreamTrack>) => {
      const asked = turn.current;
      try {
        const track = await opening;
        if (asked !== turn.current) return track.stop();
        latest.current[kind]?.stop();
        if (kind === 'audio') track.enabled = !latest.current.muted;
        if (kind === 'screen') track.addEventListener('ended', () => set({ screen: null }));
        set({ [kind]: track, problem: null });
      } catch (error) {
        // Someone who closes the browser's screen dialog has changed their mind.
        if (kind === 'screen') logFailure('The screen is not shared', error);
        else set({ problem: problemOf(error) });
      }
    },
    [set],
  );

  return {
    ...media,
    retry: open,
    chooseMicrophone: (id: string) => void replace('audio', openMicrophone(id)),
    chooseCamera: (id: string) => void replace('video', openCamera(id)),
    setMuted: (muted: boolean) => {
      if (latest.current.audio) latest.current.audio.enabled = !muted;
      set({ muted });
    },
    /** Really off: the camera's light goes out too. */
    setCamera: (on: boolean) => {
      if (on) return void replace('video', openCamera());
      latest.current.video?.stop();
      return set({ video: null });
    },
    setSharing: (on: boolean) => {
      if (on) return void replace('screen', openScreen());
      latest.current.screen?.stop();
      return set({ screen: null });
    },
    release: () => {
      turn.current += 1;
      release(latest.current);
      set({ isOpening: false, audio: null, video: null, screen: null });
    },
  };
}

function release({ audio, video, screen }: Pick<Media, 'audio' | 'video' | 'screen'>): void {
  for (const track of [audio, video, screen]) track?.stop();
}
