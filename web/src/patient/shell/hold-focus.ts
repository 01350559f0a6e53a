/**
 * Keeps the focus of someone who used the keyboard in the prerendered page when React renders it again, by
 * finding the same link or button. Ends once the page is there, or when they move on.
 */
export function holdFocus(held: Element, root: Element): void {
  const keep = () => {
    if (document.activeElement === document.body) {
      sameIn(root, held)?.focus({ preventScroll: true });
    }
    if (root.querySelector('h1')) end();
  };
  const drawn = new MutationObserver(keep);
  const end = () => {
    drawn.disconnect();
    for (const act of ['keydown', 'pointerdown']) window.removeEventListener(act, end);
  };
  drawn.observe(root, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) window.addEventListener(act, end);
  keep();
}

const sameIn = (root: Element, held: Element): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(held.tagName)].find(
    (element) =>
      element.checkVisibility() &&
      element.textContent === held.textContent &&
      ['href', 'aria-label'].every((name) => element.getAttribute(name) === held.getAttribute(name)),
  );
