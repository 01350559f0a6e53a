/** For patients who withdrew their consent, where they would expect more. */
export const WITHDRAWN = {
  terms: 'You withdrew your consent, so the portal is closed. To open it again, accept both consents below.',
  day: 'You withdrew your consent, so no new treatment day can start here.',
  feeling:
    'You withdrew your consent, so nothing is sent or stored here. Select what you notice to see what to do.',
};
