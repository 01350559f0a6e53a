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
  /** The thing that is explained. It takes these props and can have the focus. */
  children: (trigger: Trigger) => ReactNode;
};

/** A few words about something, for pointer, keyboard and finger; screen readers read them with the thing itself. */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const { open, show, hide, hover } = useTooltip();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tooltip = ref.current;
    const trigger = document.querySelector(`[aria-describedby~="${CSS.escape(id)}"]`);
    if (!open || !tooltip || !trigger) return undefined;
    // The name of a card is pressed anywhere on it, so the words stand above all of it.
    const anchor = trigger.closest<HTMLElement>('.whole-card')?.offsetParent ?? trigger;
    const place = () => placeBeside(tooltip, anchor, 'above', 'center');
    tooltip.showPopover();
    place();
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && hide(0);
    const elsewhere = (event: Event) => !trigger.contains(event.target as Node) && hide(0);
    addEventListener('keydown', leave);
    // Tabbing to a thing scrolls it into view, so the words go along with it.
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
      // A finger cannot hover: it taps.
      hover: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'touch') after(delayAt(performance.now()), true);
      },
    };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { open, ...controls };
}
