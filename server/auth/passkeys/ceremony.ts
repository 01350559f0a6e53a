import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import type { Assertion, Attestation } from './credential.ts';
import type { RelyingParty } from './relying-party.ts';

/** ES256, EdDSA and RS256: the algorithms that authenticators support. */
export const ALGORITHMS = [-7, -8, -257];

export type NewKey = {
  credentialId: Buffer;
  publicKey: Buffer;
  aaguid: string;
  signCount: number;
  transports: string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
};

type Expected = { challenge: string; party: RelyingParty };

/** Null for any failed check, because someone with a forged answer must not learn which check failed. */
export async function verifyNewKey(
  attestation: Attestation,
  { challenge, party }: Expected,
): Promise<NewKey | null> {
  if (!isFromOwnPage(attestation.response.clientDataJSON)) return null;
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !info || info.credential.id !== attestation.id) return null;
  return {
    credentialId: Buffer.from(info.credential.id, 'base64url'),
    publicKey: Buffer.from(info.credential.publicKey),
    aaguid: info.aaguid,
    signCount: info.credential.counter,
    transports: attestation.response.transports,
    isBackupEligible: info.credentialDeviceType === 'multiDevice',
    isBackedUp: info.credentialBackedUp,
  };
}

export type StoredKey = { publicKey: Buffer; isBackupEligible: boolean; signCount: number };
export type Proof = { signCount: number; isBackedUp: boolean; isBehind: boolean };

/**
 * Null as above. If an authenticator counts and its counter did not increase, the key was copied. This is
 * compared here because the library compares it before the signature, which would let anyone write that line
 * to the log.
 */
export async function verifyKey(
  assertion: Assertion,
  stored: StoredKey,
  { challenge, party }: Expected,
): Promise<Proof | null> {
  if (!isFromOwnPage(assertion.response.clientDataJSON)) return null;
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: assertion.id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!verified || !info) return null;
  if ((info.credentialDeviceType === 'multiDevice') !== stored.isBackupEligible) return null;
  const { newCounter: signCount, credentialBackedUp: isBackedUp } = info;
  const isBehind = (signCount > 0 || stored.signCount > 0) && signCount <= stored.signCount;
  return { signCount, isBackedUp, isBehind };
}

/** Refuses our page inside another site's page. Not every browser names the outer site. */
function isFromOwnPage(clientData: string): boolean {
  try {
    const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      crossOrigin?: unknown;
      topOrigin?: unknown;
    };
    return crossOrigin !== true && topOrigin === undefined;
  } catch {
    return false; // no JSON
  }
}
