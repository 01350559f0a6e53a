import * as z from 'zod';

const MAX_PART = 4096;
const Base64Url = z
  .string()
  .min(1)
  .max(MAX_PART)
  .regex(/^[\w-]+$/);

/** An attestation may bring certificates, which are not asked for and not looked at. */
const MAX_ATTESTATION = 100_000;

const Credential = z.object({ id: Base64Url, rawId: Base64Url, type: z.literal('public-key') });

/** What the browser answers to the options of a new passkey, in its own JSON form. */
export const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: z
      .string()
      .max(MAX_ATTESTATION)
      .regex(/^[\w-]+$/),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type Attestation = z.output<typeof Attestation>;

/** What it answers to a challenge. */
export const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    // Some authenticators name no one with an empty text.
    userHandle: Base64Url.or(z.literal('')).nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;
