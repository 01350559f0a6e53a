/** A shorter time is not a whole cycle: only one of two bleedings this close can be the period. */
export const MIN_LENGTH = 15;
