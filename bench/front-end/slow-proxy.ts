import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DELAY = 60;

export type Door = { url: string; close: () => Promise<void> };

/** Lets requests through to a server, each answer 60 ms later, as gzip: a network that is the same for every page. */
export async function slowDoorTo(target: string, name: string): Promise<Door> {
  const { hostname, port } = new URL(target);
  return open((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'gzip' };
    const onward = ask({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      setTimeout(() => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }, DELAY);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }, name);
}

/** The same for files that are in memory already, gzipped. */
export async function slowDoorToFiles(
  files: Map<string, { type: string; gzip: Buffer }>,
  name: string,
): Promise<Door> {
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
    }, DELAY);
  }, name);
}

/** Each under a host of its own: of pages of one host, a browser clears away the last one while it opens the next. */
async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  name: string,
): Promise<Door> {
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
