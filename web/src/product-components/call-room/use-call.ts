import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallPart, IceServer } from '@domain/contracts/calls/enter-call.ts';
import { BEFORE, startCall, type CallState, type RunningCall } from './call.ts';
import type { Media } from './use-media.ts';

type Choices = {
  /** Null while there is no such connection. */
  topic: string | null;
  part: CallPart;
  other: CallPart;
  iceServers: IceServer[];
  accessToken: () => Promise<string | null>;
  media: Media;
  /** Three people share this room. */
  isShared: boolean;
  onChange?: () => void;
};

/**
 * A connection to one other person, while the component is mounted. Passes on what camera, microphone and
 * screen do.
 */
export function useCall(choices: Choices): CallState {
  const { topic, part, other, iceServers, accessToken, media, isShared, onChange } = choices;
  const [state, setState] = useState<CallState>(BEFORE);
  const running = useRef<RunningCall>(undefined);
  const { audio, video, screen, muted } = media;
  const first = useEffectEvent(() => ({ ...showing(media), isShared }));
  const tellChange = useEffectEvent(() => onChange?.());

  useEffect(() => {
    if (topic === null) return undefined;
    const { tracks, shown, isShared: isSmall } = first();
    const call = startCall({
      topic,
      part,
      other,
      iceServers,
      accessToken,
      tracks,
      shown,
      // A guest leaves when their right to be there ends.
      endsWithChannel: topic.startsWith('guest:'),
      onState: setState,
      onChange: () => tellChange(),
    });
    call.shrink(isSmall);
    running.current = call;
    return () => {
      running.current = undefined;
      setState(BEFORE);
      void call.leave();
    };
  }, [topic, part, other, iceServers, accessToken]);

  useEffect(() => {
    const { tracks, shown } = showing({ audio, video, screen, muted });
    running.current?.show(tracks, shown);
  }, [audio, video, screen, muted]);
  useEffect(() => running.current?.shrink(isShared), [isShared]);

  return state;
}

const showing = ({ audio, video, screen, muted }: Pick<Media, 'audio' | 'video' | 'screen' | 'muted'>) => ({
  tracks: { audio, video: screen ?? video },
  // Someone without a microphone can't be heard, so no one waits for that.
  shown: { muted: muted || audio === null, camera: video !== null, sharing: screen !== null },
});
