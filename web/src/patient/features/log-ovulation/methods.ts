export const METHODS = ['Ovulation Predictor Kit (OPK)', 'Other methods'] as const;
export type Method = (typeof METHODS)[number];
