import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { RoundControl } from './round-control.tsx';
import type { useMedia } from './use-media.ts';

/** Mute and camera buttons, before and during the call. */
export function OwnControls({ media }: { media: ReturnType<typeof useMedia> }) {
  const { audio, video, muted } = media;
  return (
    <>
      {audio && (
        <RoundControl
          icon={muted ? MicOff : Mic}
          label={muted ? 'Unmute' : 'Mute'}
          isOff={muted}
          onClick={() => media.setMuted(!muted)}
        />
      )}
      <RoundControl
        icon={video ? Video : VideoOff}
        label={video ? 'Turn camera off' : 'Turn camera on'}
        isOff={!video}
        onClick={() => media.setCamera(!video)}
      />
    </>
  );
}
