/** An address that dials: people write numbers with blanks and brackets, and phones want neither. */
export const telephone = (number: string): string => `tel:${number.replace(/[^\d+*#]/g, '')}`;
