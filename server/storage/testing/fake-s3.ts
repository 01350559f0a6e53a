import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type FakeS3 = {
  settings: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Its answers, oldest first. */
  answered: string[];
  /** Makes it fail with 500, or hang up during a request. */
  break: (how: 'refuses' | 'hangs up' | null) => void;
  stop: () => Promise<void>;
};

const REGION = 'eu-test-1';
const ACCESS_KEY = 'AKIDTEST';
const SECRET_KEY = 'a-secret/for+tests';

/** A local S3 that only accepts requests signed for the right method, path, hash and time. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const answered: string[] = [];
  let broken: 'refuses' | 'hangs up' | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (broken === 'hangs up') {
      request.once('data', () => request.socket.destroy());
      if (request.method !== 'PUT') request.socket.destroy();
      return;
    }
    const body = await buffer(request);
    const status = broken ? 500 : isSigned(request, body) ? act(request, body, response) : 403;
    answered.push(`${request.method} ${status}`);
    if (!response.writableEnded) response.writeHead(status).end('<Error><Code>x</Code></Error>');
  }

  function act(request: IncomingMessage, body: Buffer, response: ServerResponse): number {
    const key = request.url!;
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return 411;
      objects.set(key, body);
      return 200;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return 204;
    }
    const kept = objects.get(key);
    if (!kept) return 404;
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? kept : kept.subarray(Number(start), Number(end) + 1);
    const status = start === undefined ? 200 : 206;
    response.writeHead(status, { 'content-length': part.length }).end(part);
    return status;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      STORAGE_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      STORAGE_S3_BUCKET: 'clinic-files',
      STORAGE_S3_REGION: REGION,
      STORAGE_S3_ACCESS_KEY: ACCESS_KEY,
      STORAGE_S3_SECRET_KEY: SECRET_KEY,
    },
    objects,
    answered,
    break: (how) => (broken = how),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Computes the signature again from the request. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return false;
  const [, accessKey, day, region, names, signature] = given as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const date = headers['x-amz-date'] as string;
  const contentHash = headers['x-amz-content-sha256'] as string;
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (accessKey !== ACCESS_KEY || region !== REGION || !date.startsWith(day)) return false;
  if (!(Math.abs(Date.now() - sentAt) < 15 * 60_000) || contentHash !== sha256(body)) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name)))
    return false;
  const lines = names.split(';').map((name) => `${name}:${headers[name] as string}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${contentHash}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  let key: Buffer = Buffer.from(`AWS4${SECRET_KEY}`);
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`;
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
