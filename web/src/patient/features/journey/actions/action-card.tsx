import { ArrowRight, ArrowUpRight, Check, Lock } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/layout/badge.tsx';
import { lookOf } from './action-look.ts';

type Props = {
  /** A task, something to learn, or information. */
  variant: string;
  size?: 'default' | 'large';
  title: string;
  description: string;
  locked?: boolean;
  /** The reason it is locked. */
  lockedText?: string | null;
  /** Done. It can be opened again, but isn't a task. */
  done?: boolean;
  /** Not for today. */
  isLater?: boolean;
  /** Its link. Without one it is a button, or only text if it opens nothing. */
  href?: string | null;
  newTab?: boolean;
  onOpen?: (() => void) | undefined;
};

const frame = 'press group relative flex w-full rounded-[16px] border border-line p-4 text-left';
const sizes = {
  default: 'min-h-36 flex-col items-start gap-2',
  large: 'flex-wrap items-start gap-x-4 gap-y-2 sm:p-5',
};
const open = 'bg-card hover:border-brand/50 hover:bg-blush/20';
const shut = 'cursor-default border-dashed bg-paper';

/**
 * A task, something to read, or information. A locked card can get the focus and explains itself, but has no
 * link.
 */
export function ActionCard({
  variant,
  size = 'default',
  locked = false,
  lockedText,
  done = false,
  isLater,
  ...card
}: Props) {
  const id = useId();
  const { tone, label } = lookOf(variant);
  const about = `${id}kind ${id}text`;
  const className = `whole-card block text-left font-display text-lead leading-snug font-medium ${locked ? 'text-soft' : ''}`;
  const isShut = locked || !(card.href || card.onOpen);
  return (
    <div className={`${frame} ${sizes[size]} ${isShut ? shut : open}`}>
      <span id={`${id}kind`}>
        <span className="flex flex-wrap gap-2">
          <Badge tone={tone}>{label}</Badge>
          {done && <Badge tone="complete">Done</Badge>}
          {isLater && <Badge>Later</Badge>}
        </span>
        {locked && !done && <span className="sr-only">, locked</span>}
      </span>
      <span className={`min-w-0 ${size === 'large' ? 'basis-full pr-8' : 'flex-1 pr-7'}`}>
        {locked ? (
          <LockedTitle {...{ className, about, lockedText: lockedText ?? null }}>{card.title}</LockedTitle>
        ) : (
          <OpenTitle {...card} className={className} about={about} />
        )}
        <span id={`${id}text`} className="mt-1 block text-small text-soft">
          {card.description}
        </span>
      </span>
      <Mark locked={isShut} done={done} newTab={card.newTab === true} />
    </div>
  );
}

/** The ids of the card's other texts, for screen readers. */
type Named = { className: string; about: string };
export type Title = Named & { children: string };

function OpenTitle({ title, href, newTab, onOpen, className, about }: Omit<Props, 'variant'> & Named) {
  if (!href && !onOpen) return <span className={className}>{title}</span>;
  if (!href) {
    return (
      <button type="button" className={className} aria-describedby={about} onClick={onOpen}>
        {title}
      </button>
    );
  }
  if (!newTab) {
    return (
      <Link href={href} className={className} aria-describedby={about}>
        {title}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" className={className} aria-describedby={about}>
      {title}
    </a>
  );
}

/** The explanation loads a little more code, which nothing waits for. */
const Explained = lazy(() => import('./explained-card.tsx'));

function LockedTitle({ lockedText, className, about, children }: Title & { lockedText: string | null }) {
  const plain = (
    <button type="button" aria-disabled className={className} aria-describedby={about}>
      {children}
    </button>
  );
  if (!lockedText) return plain;
  return (
    <Suspense fallback={plain}>
      <Explained {...{ lockedText, className, about }}>{children}</Explained>
    </Suspense>
  );
}

function Mark({ locked, done, newTab }: { locked: boolean; done: boolean; newTab: boolean }) {
  const Icon = locked ? (done ? Check : Lock) : newTab ? ArrowUpRight : ArrowRight;
  return (
    <Icon
      aria-hidden="true"
      strokeWidth={1.75}
      className={`press pointer-events-none absolute right-4 bottom-4 size-5 ${
        locked ? 'text-soft' : 'text-brand group-hover:translate-x-0.5'
      }`}
    />
  );
}
