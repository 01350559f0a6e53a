import { useMemo } from 'react';

/** A stream with one track. It stays the same as long as the track does. */
export const useStream = (track: MediaStreamTrack | null): MediaStream | null =>
  useMemo(() => (track ? new MediaStream([track]) : null), [track]);
