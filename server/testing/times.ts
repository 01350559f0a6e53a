/** How much or how often something is tried in `npm test`, and in the longer `npm run soak -- manyTries`. */
export const times = <Much>(short: Much, whole: Much): Much =>
  process.env['TRIES'] === 'whole' ? whole : short;
