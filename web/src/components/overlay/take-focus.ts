/**
 * An opening dialog focuses the element with this attribute. React's `autoFocus` does not set it: it calls
 * `focus()` before the dialog is open.
 */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '');
