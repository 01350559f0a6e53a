import { useState } from 'react';

const KEY = 'bea-hide-pregnancy-results';

/**
 * Whether pregnancy results are hidden on this device. They are shown until the patient hides them, and
 * hidden after a loss until the patient shows them again: that choice is for that loss. While it is unknown
 * whether there was one, they stay hidden.
 */
export function useHidePregnancy(lossId: string | null | undefined): [boolean, (hide: boolean) => void] {
  const [choice, setChoice] = useState(stored);
  return [
    isHidden(choice, lossId),
    (hide) => {
      const next = hide ? HIDDEN : lossId ? shownAfter(lossId) : null;
      setChoice(next);
      store(next);
    },
  ];
}

function isHidden(choice: string | null, lossId: string | null | undefined): boolean {
  if (choice === HIDDEN || lossId === undefined) return true;
  return lossId !== null && choice !== shownAfter(lossId);
}

const HIDDEN = 'true';
const shownAfter = (lossId: string) => `shown after ${lossId}`;

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is turned off in this browser
  }
}

function store(choice: string | null): void {
  try {
    if (choice) localStorage.setItem(KEY, choice);
    else localStorage.removeItem(KEY);
  } catch {
    // storage is turned off in this browser, so the choice only lasts while the page is open
  }
}
