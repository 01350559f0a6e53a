import { Loading } from '@/components/feedback/loading.tsx';

/** The page's HTML from the build (see web/build/prerender.ts). */
let prerendered: { path: string; nodes: ChildNode[] } | undefined;

/** Read before React takes over the root and empties it. */
export function keepPrerendered(root: Element): void {
  prerendered = { path: location.pathname, nodes: [...root.childNodes] };
}

/** It may reveal who used the portal. */
export function forgetPrerendered(): void {
  prerendered = undefined;
}

const isPrerendered = (): boolean => (prerendered?.nodes.length ?? 0) > 0;

/**
 * While it isn't known who is signed in, the page stays prerendered. Elsewhere the screen shows that it is
 * loading.
 */
export function PrerenderedPage() {
  return isPrerendered() && prerendered?.path === location.pathname ? <div ref={putBack} /> : <Loading />;
}

function putBack(place: HTMLDivElement | null): void {
  if (prerendered) place?.append(...prerendered.nodes);
}
