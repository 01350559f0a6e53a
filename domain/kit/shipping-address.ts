import * as z from 'zod/mini';
import { MAX_CITY, MAX_STREET, MAX_ZIP } from '../contracts/fields/lengths.ts';

/**
 * Places where the Postal Service delivers: states, the District of Columbia, territories and military
 * addresses.
 */
export const STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  VI: 'U.S. Virgin Islands',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;
export type State = keyof typeof STATES;
export const STATE_CODES = Object.keys(STATES) as [State, ...State[]];

const ZIP_LIKE = 'Enter a ZIP code like 10001 or 10001-1234';
// Invisible characters can't be printed on a label.
const PLAIN = /^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u;

const line = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Please use no more than ${max} characters`),
      z.regex(PLAIN, missing),
    );

/** A postal address in the United States. The database has the same checks. */
export const ShippingAddress = z.strictObject({
  line1: line(MAX_STREET, 'Enter your street address'),
  line2: z.nullable(line(MAX_STREET, 'Enter the apartment or suite, or leave it empty')),
  city: line(MAX_CITY, 'Enter your city'),
  state: z.enum(STATE_CODES, 'Select your state'),
  zip: z
    .string('Enter your ZIP code')
    .check(z.trim(), z.maxLength(MAX_ZIP, ZIP_LIKE), z.regex(/^\d{5}(-\d{4})?$/, ZIP_LIKE)),
});
export type ShippingAddress = z.output<typeof ShippingAddress>;
