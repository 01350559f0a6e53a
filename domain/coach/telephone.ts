/** A tel: URL: people write numbers with spaces and brackets, which phones reject. */
export const telephone = (number: string): string => `tel:${number.replace(/[^\d+*#]/g, '')}`;
