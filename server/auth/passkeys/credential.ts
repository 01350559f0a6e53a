import * as z from 'zod';

const MAX_PART = 4096;
const Base64Url = z
  .string()
  .min(1)
  .max(MAX_PART)
  .regex(/^[\w-]+$/);

/** An attestation may include certificates. We neither ask for them nor read them. */
const MAX_ATTESTATION = 100_000;

const Credential = z.object({ id: Base64Url, rawId: Base64Url, type: z.literal('public-key') });

/** The browser's answer to the options of a new passkey, in its JSON form. */
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

/** The browser's answer to a challenge. */
export const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    // Some authenticators send an empty text instead of leaving the user out.
    userHandle: Base64Url.or(z.literal('')).nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;
