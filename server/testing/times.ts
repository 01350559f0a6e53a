/** How much or how often something is tried: in `npm test`, and in `npm run soak -- manyTries`, which takes its time. */
export const times = <Much>(short: Much, whole: Much): Much =>
  process.env['TRIES'] === 'whole' ? whole : short;
