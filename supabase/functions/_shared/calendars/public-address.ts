/** Special-purpose blocks of IANA's registries: nothing in them is a server on the internet. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Exceptions within 2000::/3. Every address outside it is private, mapped, translated or reserved. */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** Whether an address from a name server is on the internet. False for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const v4 = bitsOfV4(address);
  if (v4) return !PRIVATE_V4.some((block) => isIn(v4, block, bitsOfV4));
  const v6 = bitsOfV6(address);
  return (
    v6 !== null && isIn(v6, '2000::/3', bitsOfV6) && !PRIVATE_V6.some((block) => isIn(v6, block, bitsOfV6))
  );
}

function isIn(bits: string, block: string, bitsOf: (address: string) => string | null): boolean {
  const [address = '', length] = block.split('/');
  return bits.startsWith(bitsOf(address)!.slice(0, Number(length)));
}

const inBits = (part: number, width: number) => part.toString(2).padStart(width, '0');

function bitsOfV4(address: string): string | null {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return null;
  const parts = address.split('.').map(Number);
  return parts.every((part) => part < 256) ? parts.map((part) => inBits(part, 8)).join('') : null;
}

function bitsOfV6(address: string): string | null {
  if (!/^[\da-f:.]{2,45}$/i.test(address) || !address.includes(':')) return null;
  const canonical = canonicalV6(address);
  if (canonical === null) return null;
  const [before = '', after] = canonical.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => inBits(parseInt(group, 16), 16)).join('');
}

/** The form that every runtime writes: groups, without a dotted end. */
function canonicalV6(address: string): string | null {
  try {
    return new URL(`http://[${address}]/`).hostname.slice(1, -1);
  } catch {
    return null;
  }
}
