/** What is shorter was no whole cycle: only one of two bleedings so close to each other can have been the period. */
export const MIN_LENGTH = 15;
