import type { Random } from './random.ts';

export const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
] as const;
export type Zone = (typeof ZONES)[number];

export type Address = { line1: string; line2: string | null; city: string; state: string; zip: string };

/** Real cities with their own zip codes, and streets that many cities have. */
const PLACES: Record<Zone, [city: string, state: string, zip: string][]> = {
  'America/New_York': [
    ['Brooklyn', 'NY', '11215'],
    ['Montclair', 'NJ', '07042'],
    ['Providence', 'RI', '02906'],
    ['Atlanta', 'GA', '30307'],
    ['Pittsburgh', 'PA', '15217'],
    ['Durham', 'NC', '27701'],
    ['Somerville', 'MA', '02144'],
  ],
  'America/Chicago': [
    ['Oak Park', 'IL', '60302'],
    ['Madison', 'WI', '53703'],
    ['Austin', 'TX', '78704'],
    ['Minneapolis', 'MN', '55408'],
    ['St. Louis', 'MO', '63110'],
  ],
  'America/Denver': [
    ['Denver', 'CO', '80205'],
    ['Boulder', 'CO', '80304'],
    ['Salt Lake City', 'UT', '84105'],
    ['Santa Fe', 'NM', '87505'],
  ],
  'America/Los_Angeles': [
    ['Oakland', 'CA', '94610'],
    ['Portland', 'OR', '97214'],
    ['Seattle', 'WA', '98115'],
    ['Sacramento', 'CA', '95818'],
    ['Long Beach', 'CA', '90803'],
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

/** A home in that zone. */
export const addressIn = (zone: Zone, random: Random): Address => {
  const [city, state, zip] = random.pick(PLACES[zone]);
  const line1 = `${random.between(12, 989)} ${random.pick(STREETS)}`;
  return { line1, line2: random.pick(INSIDE), city, state, zip };
};
