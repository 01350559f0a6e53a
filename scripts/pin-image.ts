import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CONTAINERFILE = join(import.meta.dirname, '../Containerfile');
const IMAGE = /docker\.io\/(library\/[\w-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?/g;
/** Lists of an image for every type of machine. */
const LISTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];

type Image = { repository: string; tag: string };
type Fetch = (url: string, init?: { headers: Record<string, string> }) => Promise<Response>;

/** The digest of today's answer from Docker Hub for this tag, computed from its bytes. */
export async function digestOf({ repository, tag }: Image, ask: Fetch = fetch): Promise<string> {
  const scope = `service=registry.docker.io&scope=repository:${repository}:pull`;
  const { token } = (await answered(ask, `https://auth.docker.io/token?${scope}`).then((answer) =>
    answer.json(),
  )) as { token: string };
  const list = await answered(ask, `https://registry-1.docker.io/v2/${repository}/manifests/${tag}`, {
    headers: { authorization: `Bearer ${token}`, accept: LISTS.join(', ') },
  });
  if (!LISTS.includes(list.headers.get('content-type') ?? ''))
    throw new Error(`${repository}:${tag} is an image for only one type of machine.`);
  const digest = `sha256:${createHash('sha256')
    .update(new Uint8Array(await list.arrayBuffer()))
    .digest('hex')}`;
  if (list.headers.get('docker-content-digest') !== digest)
    throw new Error('The registry’s digest doesn’t match its response.');
  return digest;
}

async function answered(ask: Fetch, ...request: Parameters<Fetch>): Promise<Response> {
  const answer = await ask(...request);
  if (!answer.ok) throw new Error(`${request[0]} answered ${answer.status}.`);
  return answer;
}

/** Pins every base image of a Containerfile to its digest. The tag stays, for people. */
export async function pinned(
  containerfile: string,
  digest: (image: Image) => Promise<string>,
): Promise<string> {
  const found = new Map<string, string>();
  for (const [, repository, tag] of containerfile.matchAll(IMAGE)) {
    const name = `docker.io/${repository}:${tag}`;
    if (!found.has(name)) found.set(name, await digest({ repository: repository!, tag: tag! }));
  }
  return containerfile.replaceAll(IMAGE, (_, repository: string, tag: string) => {
    const name = `docker.io/${repository}:${tag}`;
    return `${name}@${found.get(name)}`;
  });
}

if (import.meta.main) {
  const containerfile = await pinned(await readFile(CONTAINERFILE, 'utf8'), (image) => digestOf(image));
  await writeFile(CONTAINERFILE, containerfile);
  console.log(containerfile.match(/^FROM \S+/gm)!.join('\n'));
}
