import { addDays, type LocalDate } from '../time/day.ts';
import type { Surge } from './surges.ts';

/** Includes both days. */
export type Days = { from: LocalDate; to: LocalDate };

/** Ovulation usually follows one to two days after the peak; a test predicts it and confirms nothing. */
export const likelyOvulation = ({ from }: Surge): Days => ({ from: addDays(from, 1), to: addDays(from, 2) });

export const likelyFertile = ({ from }: Surge): Days => ({ from: addDays(from, -4), to: addDays(from, 2) });
