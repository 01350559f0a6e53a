import { lazy, type ComponentType } from 'react';

type Later<Props, More> = {
  bring: () => Promise<{ default: ComponentType<Props> } & More>;
  /** The component: at once if its code is here, else one that waits for it. */
  view: () => ComponentType<Props>;
};

/** A component whose code is a file of its own, with what else that file gives. */
export function later<Props, More>(load: Later<Props, More>['bring']): Later<Props, More> {
  let ready: ({ default: ComponentType<Props> } & More) | undefined;
  const bring = async () => (ready ??= await load());
  const Waiting: ComponentType<Props> = lazy(bring);
  return { bring, view: () => ready?.default ?? Waiting };
}
