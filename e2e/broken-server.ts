import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type Break = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Fails by answering one call with an empty object. */
export const answers =
  (path: string, status: number): Break =>
  ({ url }, response) => {
    if (!url?.startsWith(path)) return false;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    return true;
  };

/**
 * A real server in front of the real product that fails where a story says so: `failure` answers, or not, and returns
 * true; everything else passes through.
 */
export async function inFrontOf(product: string, failure: Break) {
  const { port: productPort, hostname } = new URL(product);
  const server = createServer((request, response) => {
    if (failure(request, response)) return;
    const { url, method, headers } = request;
    const onward = send({ port: productPort, hostname, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Runs a story against the product behind a server that fails in one way. */
export async function behind(
  { url: product }: { url: string },
  failure: Break,
  story: (url: string) => Promise<void>,
) {
  const broken = await inFrontOf(product, failure);
  try {
    await story(broken.url);
  } finally {
    await broken.close();
  }
}
