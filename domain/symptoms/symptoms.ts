import * as z from 'zod/mini';

export const SIGNS = ['pain', 'bleeding', 'fever', 'fainting', 'discharge', 'other'] as const;
export const Sign = z.enum(SIGNS, 'Please select from the list');
export type Sign = z.output<typeof Sign>;

export const STRENGTHS = ['mild', 'moderate', 'strong'] as const;
export const Strength = z.enum(STRENGTHS, 'Please select how bad it is');
export type Strength = z.output<typeof Strength>;

const ALWAYS_URGENT = new Set<Sign>(['fainting', 'fever']);
const URGENT_WHEN_STRONG = new Set<Sign>(['pain', 'bleeding']);

/** Selected signs that cannot wait for a reply. Some of them count at any severity. `urgent-report.ts` also reads the words. */
export const hasUrgentSign = (signs: readonly Sign[], strength: Strength | null): boolean =>
  signs.some((sign) => ALWAYS_URGENT.has(sign) || (strength === 'strong' && URGENT_WHEN_STRONG.has(sign)));
