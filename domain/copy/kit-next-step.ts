/** The next step's sentences about the kit. In its own file, because Home loads it after the first screen. */
export const KIT_NEXT_STEP = {
  notAsked:
    'Please check that your answers are still up to date. We’ll let you know when your kit is on its way.',
  address: 'Where should we send your kit?',
  prepared: 'Your kit is being prepared. Please check that your answers are still up to date.',
  onItsWay: 'Your kit is on its way to you.',
  tellUs: 'Your kit is on its way to you. Let us know when it arrives.',
  late: 'Your kit should have arrived by now. Has it?',
  peakWithoutKit:
    'Your test shows a peak, but as far as we know your kit hasn’t arrived. If it has, let us know. If not, there’s nothing to use this cycle.',
  peakBeforeKit: 'Your test shows a peak. There’s nothing to use until you have your kit.',
  arrived: 'Your kit has arrived. When you’re ready, move on to the next step.',
};

const PAGE = '/patient-info#your-kit';
export const KIT_ACTIONS = {
  parcel: { label: 'See where it is', path: '' },
  address: { label: 'Enter your address', path: PAGE },
  kit: { label: 'Tell us about your kit', path: PAGE },
};
