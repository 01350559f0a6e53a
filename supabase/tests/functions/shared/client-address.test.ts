import { expect, test } from 'vitest';
import { clientAddress, rateLimitKey, siteOf } from '../../../functions/_shared/request/client-address.ts';

const HOSTED = 'https://abcdefgh.supabase.co';
const OWN = 'http://kong:8000';

test.each([
  ['the last hop is believed', OWN, { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' }, '203.0.113.7'],
  ['an IPv6 network is one client', OWN, { 'x-forwarded-for': '2001:db8:1:2::9' }, '2001:db8:1:0::/56'],
  ['one hop is the last', OWN, { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  ['a header that the gateway does not set is not', OWN, { 'cf-connecting-ip': '1.1.1.1' }, null],
  [
    'on Supabase’s hosts Cloudflare’s word counts alone',
    HOSTED,
    { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '1.1.1.1, 10.0.0.1' },
    '203.0.113.7',
  ],
  ['without any word it is nobody', HOSTED, { 'x-forwarded-for': '1.1.1.1' }, null],
  ['an empty word is none', OWN, { 'x-forwarded-for': '1.1.1.1, ' }, null],
  [
    'a name that only looks like theirs is not theirs',
    'https://supabase.co.example',
    { 'cf-connecting-ip': '1' },
    null,
  ],
])('%s', (_, url, headers, address) => {
  expect(clientAddress(new Headers(headers as Record<string, string>), url)).toBe(address);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:0::/56'],
  ['2001:db8:1:12ff::9', '2001:db8:1:1200::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:0::/56'],
  ['203.0.113.7:4711', '203.0.113.7:4711'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, counted) => {
  expect(rateLimitKey(address)).toBe(counted);
});

test.each([
  ['203.0.113.7', null],
  ['unknown', null],
  ['2001:db8:1:12ff::9', '2001:db8:1::/48'],
  ['2001:db8:1:3400::9', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('%s is within %s', (address, site) => {
  expect(siteOf(rateLimitKey(address))).toBe(site);
});
