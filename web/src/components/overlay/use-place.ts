import { useEffect, useState } from 'react';

/**
 * For a dialog mounted when it opens: its trigger may disappear with the action, such as a call with its
 * 'Cancel call'. Then the focus moves to the nearest remaining element, not to the top of the page.
 */
export function usePlace(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const places = placesAround(opener);
    return () => holdPlace(places);
  }, [opener]);
}

function placesAround(element: Element | null): Element[] {
  const places: Element[] = [];
  for (let each = element; each?.closest('main'); each = each.parentElement) places.push(each);
  return places;
}

/** Until focus moves on from there. */
function holdPlace(places: Element[]): void {
  const [opener] = places;
  if (!opener) return;
  const observer = new MutationObserver(settle);
  const leave = ({ target }: Event) => target !== opener && stop();
  function settle() {
    if (opener!.isConnected) return;
    stop();
    const left = places.find(
      (place): place is HTMLElement => place.isConnected && place instanceof HTMLElement,
    );
    if (!left || document.activeElement !== document.body) return;
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1;
    left.focus({ preventScroll: true });
  }
  function stop() {
    observer.disconnect();
    document.removeEventListener('focusin', leave);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', leave);
  settle();
}
