import { expect, test } from 'vitest';
import { hostLink, signToken } from '../../../functions/_shared/appointments/call-access.ts';

const NOON = Date.UTC(2026, 10, 18, 12);
const PORTAL = {
  siteUrl: 'https://portal.example.com',
  callUrlPattern: 'https://portal.example.com/call/{room}',
  mailFrom: 'care@example.com',
  ice: { stunUrls: [], turn: null },
  blog: null,
  firstSettings: {},
  dutyPhone: null,
  sendsTexts: false,
};
const CALL = { id: 'a-call', sequence: 2, endsAt: NOON, interactionType: 'video_call' } as const;
const sign = (claims: Record<string, unknown>) => Promise.resolve(JSON.stringify(claims));

test('the host’s link says which state of which call, and until when', async () => {
  const { url, needsSignIn } = (await hostLink({ portal: PORTAL, signCallToken: sign }, CALL))!;
  expect([url, needsSignIn]).toEqual([
    expect.stringMatching(/^https:\/\/portal\.example\.com\/call\//),
    false,
  ]);
  expect(JSON.parse(url.slice(`${PORTAL.siteUrl}/call/`.length))).toEqual({
    iss: PORTAL.siteUrl,
    role: 'anon',
    exp: NOON / 1000,
    call_id: 'a-call',
    call_sequence: 2,
  });
});

test('without a signing secret the link has no key, and leads to the team’s sign-in', async () => {
  expect(await hostLink({ portal: PORTAL, signCallToken: null }, CALL)).toEqual({
    url: 'https://portal.example.com/team',
    needsSignIn: true,
  });
});

test.each([sign, null])('there is no link to a room elsewhere or to a phone call', async (signCallToken) => {
  const elsewhere = { ...PORTAL, callUrlPattern: 'https://meet.example/{room}' };
  expect(await hostLink({ portal: elsewhere, signCallToken }, CALL)).toBeNull();
  const phone = { ...CALL, interactionType: 'phone_call' } as const;
  expect(await hostLink({ portal: PORTAL, signCallToken }, phone)).toBeNull();
});

test('a token is signed like every other token of the project', async () => {
  // {"role":"anon"} signed with the secret "secret" by another tool.
  expect(await signToken({ role: 'anon' }, 'secret')).toBe(
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.DKYv_tlj-Zl2f11sOqhgGcicZm8lmFZzMeoXDzDVbAk',
  );
});
