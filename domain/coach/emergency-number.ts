/**
 * The zones of the United States and its territories, under current names and older ones that devices still
 * send.
 */
const US_ZONE = new RegExp(
  `^(?:US/.+|America/(?:${[
    'New_York|Detroit|Kentucky/.+|Louisville|Indiana/.+|Indianapolis|Fort_Wayne|Knox_IN',
    'Chicago|Menominee|North_Dakota/.+|Denver|Boise|Phoenix|Shiprock|Los_Angeles',
    'Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Atka|Puerto_Rico|St_Thomas|Virgin',
  ].join('|')})|Pacific/(?:Honolulu|Johnston|Guam|Saipan|Pago_Pago|Samoa|Midway|Wake))$`,
  // A typed zone may be in lower case.
  'i',
);
/** Offset names: no one lives there, and the product's default is American numbers. */
const NO_PLACE = /^(?:UTC|GMT|UCT|Zulu|Universal|Greenwich|Etc\/.+)$/i;

/** Where 911 and 988 answer. */
export const isInUnitedStates = (zone: string): boolean => US_ZONE.test(zone) || NO_PLACE.test(zone);

/**
 * The number to call in an emergency: the clinic's setting, else 911 in the United States. Empty elsewhere,
 * so that no one gets a number that may not work. `zone` is the clinic's, or the patient's if the clinic
 * has none.
 */
export const emergencyNumberOf = (setting: string, zone: string): string =>
  setting || (isInUnitedStates(zone) ? '911' : '');

/** A line for someone in crisis. `text`: it also answers texts. */
export type CrisisLine = { number: string; text: boolean };

/** The clinic's setting, else 988 in the United States. */
export function crisisLineOf(setting: string, zone: string): CrisisLine | null {
  if (setting) return { number: setting, text: setting === '988' };
  return isInUnitedStates(zone) ? { number: '988', text: true } : null;
}
