/** What a call type can be, for the page 'Clinic' and the command; the table's checks are the same. */
export const TYPE_LIMITS = {
  minutes: { min: 5, max: 240 },
  buffer: { min: 0, max: 120 },
  notice: { min: 0, max: 20_160 },
  horizon: { min: 1, max: 365 },
} as const;
export type TypeNumber = keyof typeof TYPE_LIMITS;

export const MAX_TYPE_NAME = 100;
