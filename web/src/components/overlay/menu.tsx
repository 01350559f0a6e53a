import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { buttonLook } from '@/components/action/button.tsx';
import { useHydrated } from '@/components/layout/use-hydrated.ts';
import { useBack } from './back.ts';
import { placeBeside } from './place-beside.ts';

type Icon = ComponentType<{ className?: string; strokeWidth?: number }>;

type MenuEntry = {
  to: string;
  label: string;
  icon?: Icon;
  /** Called when someone is about to follow the link. */
  onIntent?: () => void;
};

type Props = {
  label: string;
  /** Replaces the words on the narrowest screens; the name stays. */
  icon?: Icon;
  entries: readonly MenuEntry[];
  /** The button's classes. */
  className?: string;
};

/** A button with a short list of destinations. */
export function Menu({ label, icon: ButtonIcon, entries, className = '' }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const ready = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // The browser closes it on Escape and on a click outside, so the popover itself reports whether it is
  // open.
  useEffect(() => {
    const popover = list.current;
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    popover?.addEventListener('toggle', follow);
    return () => popover?.removeEventListener('toggle', follow);
  }, []);

  useBack(open ? 1 : 0, close);

  function show(at: 'first' | 'last') {
    if (!list.current || !button.current) return;
    list.current.showPopover();
    placeBeside(list.current, button.current, 'below', 'end');
    items(list.current)
      .at(at === 'first' ? 0 : -1)
      ?.focus();
  }

  function close() {
    list.current?.hidePopover();
  }

  function openByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Tab') return close();
    const all = items(list.current!);
    const target = nextItem(all, all.indexOf(document.activeElement as HTMLElement), event.key);
    if (!target) return undefined;
    event.preventDefault();
    return target.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        disabled={!ready}
        onClick={() => (open ? close() : show('first'))}
        onKeyDown={openByKey}
        className={`${buttonLook('primary')} shrink-0 disabled:opacity-100 max-sm:px-4 max-sm:text-small ${className}`}
      >
        {ButtonIcon && <ButtonIcon className="size-5 min-[22rem]:hidden" strokeWidth={2} />}
        <span className={ButtonIcon ? 'max-[22rem]:sr-only' : ''}>{label}</span>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={2}
          className={`press size-4.5 max-sm:hidden ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        className="menu"
        onKeyDown={move}
      >
        {entries.map(({ to, label: words, icon: Icon, onIntent }) => (
          <Link
            key={to}
            href={to}
            role="menuitem"
            tabIndex={-1}
            onClick={close}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            className="press flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-blush/60"
          >
            {Icon && <Icon className="size-5 shrink-0 text-brand" strokeWidth={1.75} />}
            {words}
          </Link>
        ))}
      </div>
    </>
  );
}

const items = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];

function nextItem(all: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : all[target];
}
