import { expect, test } from 'vitest';
import { CARRIERS, trackingLink } from './tracking-link.ts';

test('a tracking number from a label leads to the carrier’s page', () => {
  expect(trackingLink('UPS', '1z 999 aa1 01 2345 6784')).toBe(
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  );
  for (const carrier of CARRIERS) expect(trackingLink(carrier, '9400-1000-0000-0000')).toMatch(/^https:\/\//);
});

test.each(['', '123', 'https://parcels.example/1', '1Z999<script>'])('%j is not a number', (number) => {
  expect(trackingLink('USPS', number)).toBeNull();
});
