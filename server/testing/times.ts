/** How often something random is tried: in `npm test`, and in `npm run soak -- manyTries`, which takes its time. */
export const times = (short: number, whole: number): number =>
  process.env['TRIES'] === 'whole' ? whole : short;
