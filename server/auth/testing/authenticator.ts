import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The parts of a ceremony's answer that a test changes. */
export type Forged = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  isBackupEligible?: boolean;
  isBackedUp?: boolean;
  counter?: number;
  credentialId?: Buffer;
  userHandle?: string | null;
  signature?: Buffer;
};

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId?: string };

/** An authenticator in software that can lie. Its key is ES256 with user verification, like a phone's. */
export function softAuthenticator(origin: string, { aaguid }: { aaguid?: Buffer } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let handle = Buffer.from('no one').toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, forged: Forged) =>
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: forged.crossOrigin ?? false,
        ...(forged.topOrigin && { topOrigin: forged.topOrigin }),
      }),
    );

  function data(rpId: string, forged: Forged, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags =
      (forged.isPresent === false ? 0 : 0x01) |
      (forged.isVerified === false ? 0 : 0x04) |
      (forged.isBackupEligible ? 0x08 : 0) |
      (forged.isBackedUp ? 0x10 : 0) |
      (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? counter);
    const site = createHash('sha256')
      .update(forged.rpId ?? rpId)
      .digest();
    return Buffer.concat([site, Buffer.from([flags]), count, attested]);
  }

  return {
    credentialId: id,
    /** The answer of `navigator.credentials.create`, in its JSON form. */
    create({ challenge, rp, user }: CreationOptions, forged: Forged = {}) {
      handle = user.id;
      const own = forged.credentialId ?? id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(own.length);
      const authData = data(
        rp.id!,
        forged,
        Buffer.concat([aaguid ?? Buffer.alloc(16), length, own, coseKey(publicKey)]),
      );
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id: own.toString('base64url'),
        rawId: own.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, forged).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal' as const],
        },
      };
    },
    /** As `navigator.credentials.get` answers. */
    get({ challenge, rpId }: RequestOptions, forged: Forged = {}) {
      counter += 1;
      const authenticatorData = data(rpId!, forged);
      const client = clientData('webauthn.get', challenge, forged);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
      const own = (forged.credentialId ?? id).toString('base64url');
      const userHandle = forged.userHandle === undefined ? handle : forged.userHandle;
      return {
        id: own,
        rawId: own,
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: (forged.signature ?? sign('sha256', signed, privateKey)).toString('base64url'),
          ...(userHandle !== null && { userHandle }),
        },
      };
    },
  };
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;

function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
}

/** The part of CBOR that the code above needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
