const NO_PLACE = /^(?:Etc\/.+|UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$/i;

/**
 * Where no one lives. Browsers that hide where they are report these, and so do computers that were never told. `private.is_no_place` has
 * the same.
 */
export const isNoPlace = (zone: string): boolean => NO_PLACE.test(zone);
