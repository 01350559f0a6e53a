import { useState } from 'react';

const KEY = 'bea-hide-pregnancy-results';

/** Whether pregnancy results are hidden on this device. They are shown until somebody says otherwise. */
export function useHidePregnancy(): [boolean, (hide: boolean) => void] {
  const [hide, setHide] = useState(stored);
  return [
    hide,
    (next) => {
      setHide(next);
      store(next);
    },
  ];
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false; // storage is switched off in this browser
  }
}

function store(hide: boolean): void {
  try {
    if (hide) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // storage is switched off in this browser: the choice lasts as long as the page
  }
}
