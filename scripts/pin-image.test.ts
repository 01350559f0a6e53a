import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf, pinned } from './pin-image.ts';

const NODE = { repository: 'library/node', tag: '24-bookworm-slim' };
const LIST = '{"manifests":[]}';
const DIGEST = `sha256:${createHash('sha256').update(LIST).digest('hex')}`;
const OTHER = `sha256:${'0'.repeat(64)}`;

/** A stand-in for Docker Hub, which gives anyone a token and its bearer the list. */
const registry =
  ({ digest = DIGEST, type = 'application/vnd.oci.image.index.v1+json' } = {}) =>
  async (url: string, { headers }: { headers: Record<string, string> } = { headers: {} }) => {
    if (url.startsWith('https://auth.docker.io/token?')) return Response.json({ token: 'a-token' });
    if (headers['authorization'] !== 'Bearer a-token') return new Response(null, { status: 401 });
    expect(url).toBe('https://registry-1.docker.io/v2/library/node/manifests/24-bookworm-slim');
    return new Response(LIST, { headers: { 'content-type': type, 'docker-content-digest': digest } });
  };

test('the digest is that of the list for every machine type', async () => {
  expect(await digestOf(NODE, registry())).toBe(DIGEST);
});

test('a registry whose digest does not match its bytes is not trusted', async () => {
  await expect(digestOf(NODE, registry({ digest: OTHER }))).rejects.toThrow(/digest doesn’t match/);
});

test('an image for only one machine type is not pinned', async () => {
  const type = 'application/vnd.oci.image.manifest.v1+json';
  await expect(digestOf(NODE, registry({ type }))).rejects.toThrow(/only one type of machine/);
});

test('a registry that refuses is named', async () => {
  const refuses = async () => new Response(null, { status: 403 });
  await expect(digestOf(NODE, refuses)).rejects.toThrow(/auth\.docker\.io.* answered 403/);
});

test('both stages of the Containerfile are pinned to one digest, and repinned later', async () => {
  const containerfile = await readFile(join(import.meta.dirname, '../Containerfile'), 'utf8');
  const asked: unknown[] = [];
  const first = await pinned(containerfile, async (image) => {
    asked.push(image);
    return DIGEST;
  });
  expect(asked).toEqual([NODE]);
  expect(first.match(/^FROM \S+/gm)).toEqual(
    Array.from({ length: 2 }, () => `FROM docker.io/library/node:24-bookworm-slim@${DIGEST}`),
  );
  expect(await pinned(first, async () => OTHER)).toBe(first.replaceAll(DIGEST, OTHER));
});

test('the Containerfile names its bases by one digest', async () => {
  const containerfile = await readFile(join(import.meta.dirname, '../Containerfile'), 'utf8');
  const bases = containerfile.match(/(?<=^FROM )\S+/gm)!;
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^docker\.io\/library\/node:24-bookworm-slim@sha256:[0-9a-f]{64}$/);
});
