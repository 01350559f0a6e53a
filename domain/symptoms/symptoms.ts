import * as z from 'zod/mini';

export const SIGNS = ['pain', 'bleeding', 'fever', 'fainting', 'discharge', 'other'] as const;
export const Sign = z.enum(SIGNS, 'Please choose from the list');
export type Sign = z.output<typeof Sign>;

export const STRENGTHS = ['mild', 'moderate', 'strong'] as const;
export const Strength = z.enum(STRENGTHS, 'Please choose how strong it is');
export type Strength = z.output<typeof Strength>;

const ALWAYS_URGENT = new Set<Sign>(['fainting', 'fever']);
const URGENT_WHEN_STRONG = new Set<Sign>(['pain', 'bleeding']);

/** Signs with which nobody waits for an answer. It needs no strength for some of them. */
export const isUrgent = (signs: readonly Sign[], strength: Strength | null): boolean =>
  signs.some((sign) => ALWAYS_URGENT.has(sign) || (strength === 'strong' && URGENT_WHEN_STRONG.has(sign)));
