/** For patients who withdrew consent, where something is missing because of it. */
export const WITHDRAWN = {
  terms: 'You withdrew your consent, so the portal is closed. To open it again, accept both consents below.',
  /** After consent was given again. */
  back: {
    title: 'Welcome back',
    description:
      'The portal is open again. Calls that were canceled when you withdrew your consent need to be booked again.',
  },
  day: 'You withdrew your consent, so no new treatment day can start here.',
  feeling:
    'You withdrew your consent, so nothing is sent or stored here. Select your symptoms to see what to do.',
};
