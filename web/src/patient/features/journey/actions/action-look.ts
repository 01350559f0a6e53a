import type { BadgeTone } from '@/components/layout/badge.tsx';
import { logFailure } from '@/lib/backend/log.ts';

export type Look = { tone: BadgeTone; label: string };

const LOOKS = {
  task: { tone: 'task', label: 'Task' },
  learn: { tone: 'learn', label: 'Learn' },
  info: { tone: 'other', label: 'Info' },
} as const satisfies Record<string, Look>;

type Variant = keyof typeof LOOKS;

const isVariant = (variant: string): variant is Variant => Object.hasOwn(LOOKS, variant);

/** The look of each action type. Unknown types look like a task. */
export function lookOf(variant: string): Look {
  if (isVariant(variant)) return LOOKS[variant];
  logFailure('Unknown variant of an action card', variant);
  return LOOKS.task;
}

/** The journey's third action type uses the card's third variant. */
export const variantOf = (type: string): string => (type === 'other' ? 'info' : type);
