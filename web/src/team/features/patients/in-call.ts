import { createContext } from 'react';

type InCall = {
  /** Where the note is written while the record is next to a call. */
  notePlace: HTMLElement | null;
  /** Brings the note into view. */
  onNote: () => void;
};

/** Null unless the record is next to a call: there the note stays open in a place of its own, and no link leaves the page. */
export const InCallContext = createContext<InCall | null>(null);

/** A panel fills the pane that it is in, and does not take the focus. */
export const InPaneContext = createContext(false);
