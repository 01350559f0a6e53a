type Side = 'above' | 'below';
type Align = 'start' | 'center' | 'end';

const GAP = 8;
const MARGIN = 8;

/**
 * Places a floating element next to another: on the preferred side if there is room, and never off the
 * screen.
 */
export function placeBeside(floating: HTMLElement, anchor: Element, side: Side, align: Align): void {
  const { top, bottom, left, right, width } = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = floating;
  const room = { above: top - GAP - MARGIN, below: innerHeight - bottom - GAP - MARGIN };
  const other = side === 'above' ? 'below' : 'above';
  const onSide = room[side] < offsetHeight && room[other] > room[side] ? other : side;
  const wished = { start: left, center: left + width / 2 - offsetWidth / 2, end: right - offsetWidth }[align];
  const wishedTop = onSide === 'above' ? top - GAP - offsetHeight : bottom + GAP;
  floating.style.setProperty('--beside-left', `${within(wished, innerWidth - offsetWidth)}px`);
  floating.style.setProperty('--beside-top', `${within(wishedTop, innerHeight - offsetHeight)}px`);
}

const within = (wished: number, most: number) => Math.max(MARGIN, Math.min(wished, most - MARGIN));
