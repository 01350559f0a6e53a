import { expect, test } from 'vitest';
import { isPath, isWebAddress } from './web-address.ts';

test.each(['https://parcels.example/track/1Z999?a=b@c#d', 'http://clinic.example', 'https://[::1]:8080/'])(
  '%s is an address',
  (text) => {
    expect(isWebAddress(text)).toBe(true);
    expect(isPath(text)).toBe(false);
  },
);

test.each(['/', '/learn?collection=events', '/a/b'])('%s is a page of the portal', (text) => {
  expect(isPath(text)).toBe(true);
  expect(isWebAddress(text)).toBe(false);
});

test.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  'clinic.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https:elsewhere.example',
  'https:///elsewhere.example',
  'https://parcels.example@elsewhere.example/',
  'https://name:word@elsewhere.example/',
  'https://a b.example',
  'https://parcels.example/\nBcc: x',
  'https://parcels.example\\@elsewhere.example',
  'https://parcels.example/\u202e',
  'https://parcels.example/\u200b',
  'https://parcels.example/\u0000',
  'https://',
  'HTTPS://PARCELS.EXAMPLE',
])('%j is neither', (text) => {
  expect(isWebAddress(text)).toBe(false);
  expect(isPath(text)).toBe(false);
});
