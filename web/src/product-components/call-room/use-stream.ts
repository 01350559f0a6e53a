import { useMemo } from 'react';

/** A stream of one track, the same one for as long as the track is. */
export const useStream = (track: MediaStreamTrack | null): MediaStream | null =>
  useMemo(() => (track ? new MediaStream([track]) : null), [track]);
