import { logFailure } from '@/lib/backend/log.ts';

const KEY = 'call-device';
let kept: string | undefined;

/** What this browser alone knows, so that a guest's link opens for no other device once the guest is in. */
export function deviceSecret(): string {
  kept ??= readOrMake();
  return kept;
}

function readOrMake(): string {
  const made = crypto.randomUUID();
  try {
    const stored = localStorage.getItem(KEY);
    if (stored !== null) return stored;
    localStorage.setItem(KEY, made);
  } catch (error) {
    // Without storage, this page counts as a device of its own.
    logFailure('The device could not be remembered', error);
  }
  return made;
}
