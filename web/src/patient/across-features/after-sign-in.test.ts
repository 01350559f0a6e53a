import { expect, test } from 'vitest';
import { pageAfterSignIn } from './after-sign-in.ts';

test('a visitor who had to sign in first gets the page they came for, with its parameters', () => {
  expect(pageAfterSignIn({ cameFor: '/medical-notes?note=8a1c' })).toBe('/medical-notes?note=8a1c');
  expect(pageAfterSignIn({ cameFor: '/messages' })).toBe('/messages');
  const atTheCode = { layers: 1, below: { cameFor: '/messages' } };
  expect(pageAfterSignIn(atTheCode)).toBe('/messages');
});

test.each([
  ['nothing', null],
  ['another state', { layers: 1 }],
  ['a layer above a page without one', { layers: 1, below: null }],
  ['no text', { cameFor: 4 }],
  ['another site', { cameFor: 'https://evil.example/home' }],
  ['another site without a protocol', { cameFor: '//evil.example/home' }],
  ['a backslash', { cameFor: '/\\evil.example' }],
  ['a script', { cameFor: 'javascript:alert(1)' }],
  ['an address that the portal does not have', { cameFor: '/nowhere' }],
  ['sign-in itself', { cameFor: '/auth' }],
])('%s leads to Home', (_, state) => {
  expect(pageAfterSignIn(state)).toBe('/home');
});
