import { ChevronDown, Lock } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

type Look = 'panel' | 'plain';
type Props = {
  title: ReactNode;
  /** Shown next to the title: a badge, a count. Part of the button's name. */
  aside?: ReactNode;
  /** The heading level that the button is in. */
  level?: 2 | 3 | 4;
  /** `panel` is a card of its own; `plain` is a line in a list. */
  look?: Look;
  /** Can be focused and read, but not opened. */
  locked?: boolean;
  defaultOpen?: boolean;
  /** With `onToggle`, the parent decides what is open. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
};

const frames: Record<Look, { box: string; head: string; body: string }> = {
  panel: {
    box: 'rounded-card border border-line bg-card shadow-card',
    head: 'min-h-16 px-5 py-4 sm:px-6 rounded-card',
    body: 'px-5 pb-6 sm:px-6',
  },
  plain: { box: 'border-b border-line last:border-b-0', head: 'min-h-14 py-4 rounded-md', body: 'pb-5' },
};

/** A heading that opens its content. */
export function Disclosure({
  title,
  aside,
  level = 3,
  look = 'panel',
  locked = false,
  defaultOpen = false,
  open: opened,
  onToggle,
  children,
}: Props) {
  const bodyId = useId();
  const [own, setOwn] = useState(defaultOpen);
  const open = !locked && (opened ?? own);
  const Heading = `h${level}` as const;
  const { box, head, body } = frames[look];

  function toggle() {
    if (locked) return;
    setOwn(!open);
    onToggle?.(!open);
  }

  return (
    <div className={box}>
      <Heading className="font-sans tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          {...(locked && { 'aria-disabled': true, 'aria-description': 'Locked' })}
          onClick={toggle}
          className={`group press flex w-full items-center gap-3 text-left font-semibold ${head} ${
            locked ? 'cursor-default text-soft' : 'hover:text-brand-ink'
          }`}
        >
          <span className="min-w-0 flex-1">{title}</span>
          {aside}
          <Mark locked={locked} open={open} />
        </button>
      </Heading>
      <div id={bodyId} hidden={!open} className={`appear ${body}`}>
        {children}
      </div>
    </div>
  );
}

function Mark({ locked, open }: { locked: boolean; open: boolean }) {
  if (locked) return <Lock aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />;
  return (
    <ChevronDown
      aria-hidden="true"
      strokeWidth={1.75}
      className={`press size-5 shrink-0 text-brand ${open ? 'rotate-180' : ''}`}
    />
  );
}
