/** A dialog that opens gives the focus to what has this attribute. React's `autoFocus` sets none: it calls `focus()` before the dialog is open. */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '');
