import type { ReactNode } from 'react';

type Tone = 'hint' | 'good' | 'warning';

const tones: Record<Tone, string> = {
  hint: 'bg-blush text-brand-ink',
  good: 'bg-sage-soft text-sage',
  warning: 'bg-learn-soft text-learn',
};

/** A note, set apart from the text around it. */
export function Notice({ tone = 'hint', children }: { tone?: Tone; children: ReactNode }) {
  return <div className={`rounded-field px-4 py-3.5 ${tones[tone]}`}>{children}</div>;
}
