import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in prerendered HTML until hydration: nothing would happen on a press. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
