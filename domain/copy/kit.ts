import type { KitState } from '../kit/kit-state.ts';

/** The kit's card in Patient Information. */
export const KIT_CARD = {
  title: 'Your kit',
  /** Null for states whose sentence names a day. */
  state: {
    'not-asked': 'Your kit hasn’t been ordered yet.',
    'address-needed': 'Where should we send your kit?',
    prepared: 'Your kit is being prepared.',
    sent: 'Your kit is on its way to you.',
    late: 'Your kit should have arrived by now. If it hasn’t, message your coach and we’ll track it down.',
    arrived: 'Your kit has arrived.',
  } satisfies Record<KitState, string>,
  /** Shown before the kit is ordered, while there is no address. */
  enterNow: 'You can enter your shipping address now.',
  sentOn: (day: string): string => `Sent ${day}.`,
  follow: 'See where it is',
  hasArrived: 'My kit has arrived',
  hasNotArrived: 'It hasn’t arrived',
  message: 'Message my coach',
  address: 'Shipping address',
  noAddress: 'No shipping address yet.',
  enter: 'Enter shipping address',
  change: 'Change address',
  /** The package may already be on its way to the previous address. */
  changeAfterSending: 'Your kit has already shipped. If you change your address, we’ll be in touch.',
  discreet: 'The box doesn’t say what’s inside.',
  saved: 'Your shipping address is saved.',
  arrivalSaved: 'Your kit has arrived.',
  arrivalUndone: 'Your kit is on its way again.',
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
