/** The dialog gives the focus to what has this attribute, not to what comes first in it; React would only focus it, too early. */
export const takeFocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '');
