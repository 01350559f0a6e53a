import { useEffect, useId, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { placeBeside } from './place-beside.ts';
import { delayAt, GRACE, tooltipClosed } from './tooltip-timing.ts';

type Trigger = {
  'aria-describedby': string;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
  onClick: () => void;
};

type Props = {
  text: string;
  /** The explained element. It takes these props and can be focused. */
  children: (trigger: Trigger) => ReactNode;
};

/** A short explanation for pointer, keyboard and touch; screen readers read it with the element. */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const { open, show, hide, hover } = useTooltip();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tooltip = ref.current;
    const trigger = document.querySelector(`[aria-describedby~="${CSS.escape(id)}"]`);
    if (!open || !tooltip || !trigger) return undefined;
    // A card's name is a link over the whole card, so the tooltip is above it.
    const anchor = trigger.closest<HTMLElement>('.whole-card')?.offsetParent ?? trigger;
    const place = () => placeBeside(tooltip, anchor, 'above', 'center');
    tooltip.showPopover();
    place();
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && hide(0);
    const elsewhere = (event: Event) => !trigger.contains(event.target as Node) && hide(0);
    addEventListener('keydown', leave);
    // Tabbing to an element scrolls it into view, so the tooltip moves with it.
    addEventListener('scroll', place, true);
    addEventListener('pointerdown', elsewhere);
    return () => {
      removeEventListener('keydown', leave);
      removeEventListener('scroll', place, true);
      removeEventListener('pointerdown', elsewhere);
      tooltip.hidePopover();
    };
  }, [open, id, hide]);

  return (
    <>
      {children({
        'aria-describedby': id,
        onPointerEnter: hover,
        onPointerLeave: () => hide(GRACE),
        onFocus: () => show(0),
        onBlur: () => hide(0),
        onClick: () => show(0),
      })}
      <div
        ref={ref}
        id={id}
        role="tooltip"
        popover="manual"
        className="tooltip"
        onPointerEnter={() => show(0)}
        onPointerLeave={() => hide(GRACE)}
      >
        {text}
      </div>
    </>
  );
}

function useTooltip() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [controls] = useState(() => {
    let shown = false;
    const turn = (next: boolean) => {
      if (shown && !next) tooltipClosed(performance.now());
      shown = next;
      setOpen(next);
    };
    const after = (delay: number, next: boolean) => {
      clearTimeout(timer.current);
      if (delay === 0) turn(next);
      else timer.current = setTimeout(() => turn(next), delay);
    };
    return {
      show: (delay: number) => after(delay, true),
      hide: (delay: number) => after(delay, false),
      // Touch has no hover: it taps.
      hover: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') after(delayAt(performance.now()), true);
      },
    };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { open, ...controls };
}
