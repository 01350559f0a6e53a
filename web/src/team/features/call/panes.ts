import { useCallback, useState } from 'react';

export const PANES = ['Call', 'Record', 'Note'] as const;
export type Pane = (typeof PANES)[number];

/** The visible panes: next to each other if there is room, otherwise one at a time. */
export function usePanes(isWide: boolean) {
  // The camera is checked first. The note opens with the call.
  const [folded, setFolded] = useState<readonly Pane[]>(['Note']);
  const [tab, setTab] = useState<Pane>('Call');
  const [isSwapped, setIsSwapped] = useState(false);
  const isShown = (pane: Pane) => (isWide ? !folded.includes(pane) : tab === pane);
  const show = useCallback((pane: Pane) => {
    setFolded((before) => before.filter((each) => each !== pane));
    setTab(pane);
  }, []);
  return {
    tab,
    isSwapped,
    isShown,
    swap: () => setIsSwapped(!isSwapped),
    /** The last visible pane stays. */
    mayFold: (pane: Pane) => folded.length < PANES.length - 1 || folded.includes(pane),
    turn: (pane: Pane) =>
      setFolded(folded.includes(pane) ? folded.filter((each) => each !== pane) : [...folded, pane]),
    unfold: (pane: Pane) => setFolded((before) => before.filter((each) => each !== pane)),
    show,
  };
}
