export const OPK = 'Ovulation Predictor Kit (OPK)';
export const METHODS = [OPK, 'Other methods'] as const;
export type Method = (typeof METHODS)[number];
