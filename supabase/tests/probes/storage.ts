import fc from 'fast-check';
import type { Probe, Scene } from './probe.ts';

export const documentOf = (userId: string) => `documents/${userId}/report.pdf`;

/** Files in someone else's folder: read, listed, linked, moved, overwritten and removed. */
export function storageProbes({ victim, attackerId }: Scene): fc.Arbitrary<Probe> {
  const target = documentOf(victim.id);
  const own = documentOf(attackerId);
  const name = target.replace('documents/', '');
  const sneaky = `documents/${attackerId}/../${victim.id}/report.pdf`;
  const address = fc.constantFrom(target, sneaky, sneaky.replaceAll('/', '%2F'), encodeURI(target));
  const reads = fc
    .tuple(
      fc.constantFrom(
        '',
        'authenticated/',
        'public/',
        'info/',
        'info/authenticated/',
        'info/public/',
        'sign/',
      ),
      address,
    )
    .map(([way, file]): Probe => ({ method: 'GET', path: `/storage/v1/object/${way}${file}` }));
  const asks = fc.constantFrom<Probe>(
    post('list/documents', { prefix: victim.id, limit: 100 }),
    post('list/documents', { prefix: '', search: 'report' }),
    post('list/documents', { prefix: `${attackerId}/../${victim.id}` }),
    post(`sign/${target}`, { expiresIn: 60 }),
    post('sign/documents', { paths: [name, sneaky], expiresIn: 60 }),
    post('move', { bucketId: 'documents', sourceKey: name, destinationKey: own.replace('documents/', '') }),
    post('copy', { bucketId: 'documents', sourceKey: name, destinationKey: own.replace('documents/', '') }),
    post(target, { overwritten: true }),
    { method: 'PUT', path: `/storage/v1/object/${target}`, body: { overwritten: true } },
    { method: 'DELETE', path: '/storage/v1/object/documents', body: { prefixes: [name, sneaky, victim.id] } },
  );
  return fc.oneof(reads, asks);
}

const post = (path: string, body: unknown): Probe => ({
  method: 'POST',
  path: `/storage/v1/object/${path}`,
  body,
});
