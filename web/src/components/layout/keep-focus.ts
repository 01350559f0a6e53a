const USABLE = 'a, button, input, select, textarea, summary, [tabindex]';
const PLACES = 'dialog, form, fieldset, li, article, section, main';

/**
 * If an act removes or disables the button that was used, keeps the focus in place: on the button once it can
 * be used again, otherwise on the heading of its card. Without this, the focus would fall to the top of the
 * page.
 */
export function keepFocus(): void {
  let used: HTMLElement | null = null;
  let around: HTMLElement[] = [];
  let wasDisabled = false;

  function remember({ target }: Event) {
    used = target instanceof Element ? target.closest<HTMLElement>(USABLE) : null;
    around = used ? ancestorsOf(used) : [];
    wasDisabled = false;
  }
  addEventListener('focusin', remember);
  // Safari doesn't focus a pressed button. A press on nothing means that the person wants to leave.
  addEventListener('pointerdown', remember);

  function follow() {
    if (!used || document.activeElement !== document.body) return;
    if (!isShown(used)) return focusOn(around.find((place) => place.matches(PLACES) && isShown(place)));
    if (used.matches(':disabled')) wasDisabled = true;
    else if (wasDisabled) used.focus({ preventScroll: true });
  }
  new MutationObserver(follow).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });
}

function focusOn(place: HTMLElement | undefined) {
  if (!place) return;
  const target = place.querySelector<HTMLElement>('h1, h2, h3, h4') ?? place;
  if (!target.matches(USABLE)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const isShown = (element: Element) => element.isConnected && !element.closest('dialog:not([open])');

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}
