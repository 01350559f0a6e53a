import type { ReactNode } from 'react';

export type BadgeTone = 'task' | 'learn' | 'other' | 'complete' | 'brand' | 'neutral' | 'danger';

const tones: Record<BadgeTone, string> = {
  task: 'bg-task-soft text-task',
  learn: 'bg-learn-soft text-learn',
  other: 'bg-other-soft text-other',
  complete: 'bg-sage-soft text-sage',
  brand: 'bg-blush text-brand-ink',
  neutral: 'bg-line text-ink',
  danger: 'bg-danger text-on-danger',
};

/** A word or a number in its type's color; the word carries the meaning, never the color alone. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`badge inline-flex min-h-7 min-w-7 items-center justify-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-semibold tabular-nums ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
