import type { KitState } from '../kit/kit-state.ts';

/** The card of the kit in Patient Information. */
export const KIT_CARD = {
  title: 'Your kit',
  /** Null where the state says it with a day of its own. */
  state: {
    'not-asked': 'Your kit has not been ordered yet. You can already enter your shipping address.',
    'address-needed': 'Where should we send your kit?',
    prepared: 'Your kit is being prepared.',
    sent: 'Your kit is on its way to you.',
    late: 'Your kit should have arrived by now. If it has not, message your coach, and we will look for it.',
    arrived: 'Your kit has arrived.',
  } satisfies Record<KitState, string>,
  sentOn: (day: string): string => `Sent ${day}.`,
  follow: 'See where it is',
  hasArrived: 'My kit has arrived',
  hasNotArrived: 'It has not arrived',
  message: 'Message my coach',
  address: 'Shipping address',
  noAddress: 'No shipping address yet.',
  enter: 'Enter shipping address',
  change: 'Change address',
  /** The parcel may be underway to the one before. */
  changeAfterSending: 'Your kit was already sent. If you change your address, we will be in touch.',
  discreet: 'The box does not say what is inside.',
  saved: 'Your shipping address is saved.',
  save: 'Save address',
  cancel: 'Cancel',
  fields: {
    line1: 'Street address',
    line2: 'Apartment, suite, etc. (optional)',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
  },
} as const;
