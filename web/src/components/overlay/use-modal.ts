import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useBack } from './back.ts';
import { modalClosed, modalOpened } from './modal-stack.ts';

type Modal = {
  open: boolean;
  onClose: () => void;
  /** False while something is in progress that must not be interrupted. */
  dismissible?: boolean;
  /** Its open state is in the URL, so Back closes it by itself. */
  isInAddress?: boolean;
};

/**
 * A native modal dialog that follows `open`. The browser traps the focus, returns it afterward, and hides
 * the rest from screen readers; Escape, a click outside and Back ask to close it.
 */
export function useModal(modal: Modal): RefObject<HTMLDialogElement | null> {
  const { open, onClose, dismissible = true, isInAddress = false } = modal;
  const ref = useRef<HTMLDialogElement>(null);
  const asked = useRef({ onClose, dismissible });
  useLayoutEffect(() => {
    asked.current = { onClose, dismissible };
  });

  useBack(open && !isInAddress ? 1 : 0, () => {
    if (dismissible) onClose();
    return dismissible;
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const askToClose = () => asked.current.dismissible && asked.current.onClose();
    const cancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      askToClose();
    };
    // Chromium closes at the second Escape whatever the page says, so the page has to be told.
    const closed = (event: Event) => {
      if (event.target !== dialog) return;
      modalClosed(dialog);
      asked.current.onClose();
    };
    const removers = [listen(dialog, 'cancel', cancel), listen(dialog, 'close', closed)];
    removers.push(listenOutside(dialog, askToClose));
    return () => {
      for (const remove of removers) remove();
      // While it still is in the page: what has left it gives no focus back.
      if (!dialog.open) return;
      modalClosed(dialog);
      dialog.close();
    };
  }, []);

  // Before the paint, so that the focus has moved when the next key arrives; and not during React's
  // cleanup, which would take the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) {
      dialog.showModal();
      modalOpened(dialog);
    } else {
      modalClosed(dialog);
      dialog.close();
    }
  }, [open]);

  return ref;
}

/** Counts a press that starts and ends next to the dialog, not a selection dragged out of it. */
function listenOutside(dialog: HTMLDialogElement, close: () => void): () => void {
  let began = false;
  const press = (event: Event) => {
    began = event.target === dialog;
  };
  const release = (event: Event) => {
    if (began && event.target === dialog) close();
  };
  const removers = [listen(dialog, 'pointerdown', press), listen(dialog, 'click', release)];
  return () => {
    for (const remove of removers) remove();
  };
}

function listen(target: EventTarget, event: string, listener: (event: Event) => void): () => void {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}
