import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type Break = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers requests to one path with this status and an empty object. */
export const answers = (path: string, status: number): Break => answersWith(path, status, {});

/** Answers requests to one path as another server would. A status of 0 passes them on. */
export const answersWith =
  (path: string, status: number | (() => number), body: object): Break =>
  ({ url }, response) => {
    const now = typeof status === 'number' ? status : status();
    if (!url?.startsWith(path) || now === 0) return false;
    response.writeHead(now, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  };

/** The first of these that handles the request. */
export const inTurn =
  (...breaks: Break[]): Break =>
  (request, response) =>
    breaks.some((each) => each(request, response));

/** Headers that another server would add to the answers it passes on. */
type Headers = (request: IncomingMessage) => IncomingHttpHeaders;

/**
 * A real server in front of the real product that fails where a test says so: `failure` returns true if it dealt with the
 * request; everything else passes through.
 */
export async function inFrontOf(product: string, failure: Break, headersOf: Headers = () => ({})) {
  const { port: productPort, hostname } = new URL(product);
  const server = createServer((request, response) => {
    if (failure(request, response)) return;
    const { url, method, headers } = request;
    const onward = send({ port: productPort, hostname, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, { ...answer.headers, ...headersOf(request) });
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

/** Runs a test against the product behind a server that fails in one way. */
export async function behind(
  { url: product }: { url: string },
  failure: Break,
  run: (url: string) => Promise<void>,
  headersOf?: Headers,
) {
  const broken = await inFrontOf(product, failure, headersOf);
  try {
    await run(broken.url);
  } finally {
    await broken.close();
  }
}
