const heights = new WeakMap<Node, number>();
let pointer = '';

/** False for events from a page that changes by itself: a resting pointer, and text that moved. */
export function isMovement(event: Event): boolean {
  if (event.type === 'scroll') return isScroll(event.target as Node);
  if (event.type !== 'pointermove') return true;
  const { screenX, screenY } = event as PointerEvent;
  const before = pointer;
  pointer = `${screenX},${screenY}`;
  return pointer !== before;
}

/** A page that grows or shrinks scrolls to keep its place. */
function isScroll(target: Node): boolean {
  const element = target instanceof Document ? target.documentElement : (target as Element);
  const before = heights.get(element);
  heights.set(element, element.scrollHeight);
  return before === undefined || before === element.scrollHeight;
}
