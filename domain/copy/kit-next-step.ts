/** What Today says of the kit. In a file of its own: Home needs it after its first screen. */
export const KIT_NEXT_STEP = {
  notAsked: 'Make sure that what you told us still holds. We’ll let you know when your kit is on its way.',
  address: 'Where should we send your kit?',
  prepared: 'Your kit is being prepared. Make sure that what you told us still holds.',
  onItsWay: 'Your kit is on its way to you.',
  tellUs: 'Your kit is on its way to you. Let us know when it arrives.',
  late: 'Your kit should have arrived by now. Has it?',
  arrived: 'Your kit has arrived. When you are ready, continue to the next phase of your plan.',
};

const PAGE = '/patient-info#your-kit';
export const KIT_ACTIONS = {
  parcel: { label: 'See where it is', path: '' },
  address: { label: 'Enter your address', path: PAGE },
  kit: { label: 'Tell us about your kit', path: PAGE },
};
