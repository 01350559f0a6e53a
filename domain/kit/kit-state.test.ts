import { expect, test } from 'vitest';
import { kitState, type KitFacts } from './kit-state.ts';

const TODAY = '2026-11-18';
const NOTHING: KitFacts = {
  isAsked: false,
  hasAddress: false,
  trackingUrl: null,
  sentOn: null,
  hasArrived: false,
};
const SENT = { isAsked: true, hasAddress: true, trackingUrl: 'https://parcels.example/1' };

test.each<[string, Partial<KitFacts>, ReturnType<typeof kitState>]>([
  ['nothing was asked for', {}, 'not-asked'],
  ['an address alone asks for no kit', { hasAddress: true }, 'not-asked'],
  ['asked for, and nobody knows where to send it', { isAsked: true }, 'address-needed'],
  ['asked for, with an address', { isAsked: true, hasAddress: true }, 'prepared'],
  ['sent today', { ...SENT, sentOn: TODAY }, 'sent'],
  ['sent a week ago', { ...SENT, sentOn: '2026-11-11' }, 'sent'],
  ['sent more than a week ago', { ...SENT, sentOn: '2026-11-10' }, 'late'],
  ['sent on a day that was not kept', { ...SENT, sentOn: null }, 'sent'],
  ['sent to an address that was given by phone', { ...SENT, hasAddress: false, sentOn: TODAY }, 'sent'],
  ['arrived, however late', { ...SENT, sentOn: '2026-10-01', hasArrived: true }, 'arrived'],
])('%s', (_, kit, state) => {
  expect(kitState({ ...NOTHING, ...kit }, TODAY)).toBe(state);
});
