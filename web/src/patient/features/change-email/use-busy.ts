import { useState } from 'react';

/** Whether a request is in progress, for this component and its parent. */
export function useBusy(onBusy: (busy: boolean) => void) {
  const [busy, setBusy] = useState(false);

  async function whileBusy(work: () => Promise<void>, onFailure: (failure: unknown) => void): Promise<void> {
    setBusy(true);
    onBusy(true);
    try {
      await work();
    } catch (failure) {
      onFailure(failure);
    }
    setBusy(false);
    onBusy(false);
  }

  return [busy, whileBusy] as const;
}
