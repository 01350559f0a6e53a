import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DELAY_MS = 60;

export type SlowServer = { url: string; close: () => Promise<void> };

/**
 * Forwards requests to a server, gzips each answer and delays it by 60 ms: the same network for every page.
 */
export async function slowProxyTo(target: string, name: string): Promise<SlowServer> {
  const { hostname, port } = new URL(target);
  return open((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'gzip' };
    const onward = ask({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      setTimeout(() => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }, DELAY_MS);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }, name);
}

/** The same for files that are in memory already, gzipped. */
export async function slowFileServer(
  files: Map<string, { type: string; gzip: Buffer }>,
  name: string,
): Promise<SlowServer> {
  return open((request, response) => {
    const file = files.get(request.url === '/' ? '/index.html' : request.url!);
    setTimeout(() => {
      if (!file) return response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'gzip',
        'content-length': file.gzip.length,
      });
      return response.end(file.gzip);
    }, DELAY_MS);
  }, name);
}

/**
 * Each has its own host name: a browser that stays on one host tears down the last page while it opens the
 * next.
 */
async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  name: string,
): Promise<SlowServer> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://${name}.localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
