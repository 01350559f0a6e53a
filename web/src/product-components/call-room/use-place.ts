import { useState } from 'react';
import { useMedia } from './use-media.ts';

export type Place = 'check' | 'room' | 'left' | 'refused' | 'elsewhere';

/** The stages from checking the camera to having left. Outside the room, nothing is on. */
export function usePlace() {
  const [place, setPlace] = useState<Place>('check');
  const media = useMedia();
  return {
    place,
    media,
    join: () => setPlace('room'),
    leave: (why: Exclude<Place, 'check' | 'room'>) => {
      media.release();
      setPlace(why);
    },
    rejoin: () => {
      void media.retry();
      setPlace('check');
    },
  };
}
