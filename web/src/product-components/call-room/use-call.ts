import { useEffect, useRef, useState } from 'react';
import { BEFORE, startCall, type CallState, type RunningCall } from './call.ts';
import type { CallEntry } from './queries.ts';
import type { Media } from './use-media.ts';
import { useStaffActs } from './use-staff-acts.ts';

type Choices = { entry: CallEntry; accessToken: () => Promise<string | null>; media: Media };

/** In the call for as long as the component is there. What the camera, microphone and screen do is passed on. */
export function useCall({ entry, accessToken, media }: Choices): CallState {
  const [state, setState] = useState<CallState>(BEFORE);
  const running = useRef<RunningCall>(undefined);
  const [first] = useState(() => showing(media));
  const { audio, video, screen, muted } = media;

  useEffect(() => {
    const { topic, part, iceServers } = entry;
    const call = startCall({ topic: topic!, part, iceServers, accessToken, ...first, onState: setState });
    running.current = call;
    return () => void call.leave();
  }, [entry, accessToken, first]);

  useStaffActs(entry.part === 'host');

  useEffect(() => {
    const { tracks, shown } = showing({ audio, video, screen, muted });
    running.current?.show(tracks, shown);
  }, [audio, video, screen, muted]);

  return state;
}

const showing = ({ audio, video, screen, muted }: Pick<Media, 'audio' | 'video' | 'screen' | 'muted'>) => ({
  tracks: { audio, video: screen ?? video },
  // No one waits to hear someone who has no microphone.
  shown: { muted: muted || audio === null, camera: video !== null, sharing: screen !== null },
});
