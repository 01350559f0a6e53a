import { lazy, type ComponentType } from 'react';

type LazyPage<Props, More> = {
  load: () => Promise<{ default: ComponentType<Props> } & More>;
  /** The component: right away if its code has loaded, otherwise one that waits for it. */
  view: () => ComponentType<Props>;
};

/** A component in a separate file, with that file's other exports. */
export function lazyPage<Props, More>(importModule: LazyPage<Props, More>['load']): LazyPage<Props, More> {
  let ready: ({ default: ComponentType<Props> } & More) | undefined;
  const load = async () => (ready ??= await importModule());
  const Waiting: ComponentType<Props> = lazy(load);
  return { load, view: () => ready?.default ?? Waiting };
}
