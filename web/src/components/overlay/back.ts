import { useEffect, useLayoutEffect, useRef } from 'react';

/** Something that Back takes away before it leaves the page: a dialog, or the steps of a form that were taken. */
export type Layer = {
  /** How many times Back has to be pressed until nothing of it is left. */
  steps: number;
  /** What is left of it; false where it must not be left just now. */
  onBack: (left: number) => boolean | void;
};

/** From the bottom to the top. `onMore` is there once Back is followed (`follow-back.ts`), after the first screen. */
export const stack: { layers: Layer[]; onMore?: () => void } = { layers: [] };

export function removeLayer(layer: Layer): void {
  stack.layers = stack.layers.filter((each) => each !== layer);
}

/** While there are steps to take back, Back takes one back and stays on the page. */
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
