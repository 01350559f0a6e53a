/** A carrier's tracking page for a package number. */
const PAGES = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
} as const;
export type Carrier = keyof typeof PAGES;
export const CARRIERS = Object.keys(PAGES) as Carrier[];

/**
 * Null for text that isn't a package number. Letters, digits, spaces and dashes are allowed, as printed on
 * the label.
 */
export function trackingLink(carrier: Carrier, number: string): string | null {
  const plain = number.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8,40}$/.test(plain) ? PAGES[carrier] + plain : null;
}
