import { Loading } from '@/components/feedback/loading.tsx';

/** What the build drew into this page's HTML (see web/build/prerender.ts). */
let drawn: { path: string; nodes: ChildNode[] } | undefined;

/** Before React takes the root over, which empties it. */
export function keepDrawn(root: Element): void {
  drawn = { path: location.pathname, nodes: [...root.childNodes] };
}

/** It may say who was here. */
export function forgetDrawn(): void {
  drawn = undefined;
}

export const isDrawn = (): boolean => (drawn?.nodes.length ?? 0) > 0;

/** While it is not yet known who is there, the page stays as it was drawn; elsewhere the screen says that it loads. */
export function DrawnPage() {
  return isDrawn() && drawn?.path === location.pathname ? <div ref={putBack} /> : <Loading />;
}

function putBack(place: HTMLDivElement | null): void {
  if (drawn) place?.append(...drawn.nodes);
}
