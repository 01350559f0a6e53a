import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in what the build drew and until the code has taken it over: nothing would happen on a press. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
