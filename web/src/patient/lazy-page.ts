import { lazy, type ComponentType } from 'react';

type LazyPage<Props, More> = {
  load: () => Promise<{ default: ComponentType<Props> } & More>;
  /** The component: at once if its code is here, else one that waits for it. */
  view: () => ComponentType<Props>;
};

/** A component whose code is a file of its own, with what else that file gives. */
export function lazyPage<Props, More>(importModule: LazyPage<Props, More>['load']): LazyPage<Props, More> {
  let ready: ({ default: ComponentType<Props> } & More) | undefined;
  const load = async () => (ready ??= await importModule());
  const Waiting: ComponentType<Props> = lazy(load);
  return { load, view: () => ready?.default ?? Waiting };
}
