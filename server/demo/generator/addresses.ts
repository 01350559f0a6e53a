import type { Random } from './random.ts';

export const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
] as const;
export type Zone = (typeof ZONES)[number];
/** The clinic's zone. */
export const CLINIC_ZONE: Zone = 'America/New_York';

/**
 * How many hours a zone is behind the clinic's. All of them change to daylight saving time and back on the
 * same day.
 */
export const HOURS_BEHIND: Record<Zone, number> = {
  'America/New_York': 0,
  'America/Chicago': 1,
  'America/Denver': 2,
  'America/Los_Angeles': 3,
};

export type Address = {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  zip: string;
  areaCode: string;
};

/** Real cities with their own zip and area codes, and streets that many cities have. */
const PLACES: Record<Zone, [city: string, state: string, zip: string, areaCode: string][]> = {
  'America/New_York': [
    ['Brooklyn', 'NY', '11215', '718'],
    ['Montclair', 'NJ', '07042', '973'],
    ['Providence', 'RI', '02906', '401'],
    ['Atlanta', 'GA', '30307', '404'],
    ['Pittsburgh', 'PA', '15217', '412'],
    ['Durham', 'NC', '27701', '919'],
    ['Somerville', 'MA', '02144', '617'],
  ],
  'America/Chicago': [
    ['Oak Park', 'IL', '60302', '708'],
    ['Madison', 'WI', '53703', '608'],
    ['Austin', 'TX', '78704', '512'],
    ['Minneapolis', 'MN', '55408', '612'],
    ['St. Louis', 'MO', '63110', '314'],
  ],
  'America/Denver': [
    ['Denver', 'CO', '80205', '303'],
    ['Boulder', 'CO', '80304', '720'],
    ['Salt Lake City', 'UT', '84105', '801'],
    ['Santa Fe', 'NM', '87505', '505'],
  ],
  'America/Los_Angeles': [
    ['Oakland', 'CA', '94610', '510'],
    ['Portland', 'OR', '97214', '503'],
    ['Seattle', 'WA', '98115', '206'],
    ['Sacramento', 'CA', '95818', '916'],
    ['Long Beach', 'CA', '90803', '562'],
  ],
};
const STREETS = [
  'Maple Avenue',
  'Prospect Street',
  'Willow Lane',
  'Cedar Street',
  'Highland Avenue',
  'Orchard Road',
  'Linden Street',
  'Park Place',
  'Sycamore Drive',
  'Juniper Street',
];
const INSIDE = [null, null, null, 'Apt 2', 'Apt 4B', 'Unit 12', 'Floor 3'];

/** An address in that zone. */
export const addressIn = (zone: Zone, random: Random): Address => {
  const [city, state, zip, areaCode] = random.pick(PLACES[zone]);
  const line1 = `${random.between(12, 989)} ${random.pick(STREETS)}`;
  return { line1, line2: random.pick(INSIDE), city, state, zip, areaCode };
};
