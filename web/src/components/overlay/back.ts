import { useEffect, useLayoutEffect, useRef } from 'react';

/** Something that Back closes before it leaves the page: a dialog, or the completed steps of a form. */
export type Layer = {
  /** How many times Back has to be pressed until it is closed. */
  steps: number;
  /** Returns what is still open, or false if it can't be closed right now. */
  onBack: (left: number) => boolean | void;
};

/** From the bottom to the top. `onMore` is there once Back is followed (`follow-back.ts`), after the first screen. */
export const stack: { layers: Layer[]; onMore?: () => void } = { layers: [] };

export function removeLayer(layer: Layer): void {
  stack.layers = stack.layers.filter((each) => each !== layer);
}

/** While there are steps to undo, Back undoes one and stays on the page. */
export function useBack(steps: number, onBack: Layer['onBack']): void {
  const asked = useRef(onBack);
  useLayoutEffect(() => {
    asked.current = onBack;
  });
  useEffect(() => {
    if (steps === 0) return undefined;
    const layer: Layer = { steps, onBack: (left) => asked.current(left) };
    stack.layers = [...stack.layers, layer];
    stack.onMore?.();
    return () => removeLayer(layer);
  }, [steps]);
}
