import { createContext } from 'react';

type InCall = {
  /** The place for the note while the record is next to a call. */
  notePlace: HTMLElement | null;
  /** Brings the note into view. */
  onNote: () => void;
};

/**
 * Null unless the record is next to a call. There the note has its own place, and no link leaves the page.
 */
export const InCallContext = createContext<InCall | null>(null);

/** A panel fills its pane and doesn't take the focus. */
export const InPaneContext = createContext(false);
