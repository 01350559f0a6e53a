import { Loading } from '@/components/feedback/loading.tsx';

/** What the build wrote into this page's HTML (see web/build/prerender.ts). */
let prerendered: { path: string; nodes: ChildNode[] } | undefined;

/** Before React takes the root over, which empties it. */
export function keepPrerendered(root: Element): void {
  prerendered = { path: location.pathname, nodes: [...root.childNodes] };
}

/** It may say who was here. */
export function forgetPrerendered(): void {
  prerendered = undefined;
}

const isPrerendered = (): boolean => (prerendered?.nodes.length ?? 0) > 0;

/**
 * While it is unknown who is signed in, the page stays as prerendered; elsewhere the screen says that it is
 * loading.
 */
export function PrerenderedPage() {
  return isPrerendered() && prerendered?.path === location.pathname ? <div ref={putBack} /> : <Loading />;
}

function putBack(place: HTMLDivElement | null): void {
  if (prerendered) place?.append(...prerendered.nodes);
}
