import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; body: unknown };
type Answers = Record<string, (body: never, query: string, headers: IncomingHttpHeaders) => Answer>;

/** A real server that answers as a test says, by method and path, and records its requests. */
export async function smallServer() {
  let answers: Answers = {};
  let asked: string[] = [];
  const server = createServer((request, response) => {
    const [path, query = ''] = request.url!.split('?');
    const call = `${request.method} ${path}`;
    asked.push(call);
    void bodyOf(request).then((given) => {
      const { status = 200, body } = answers[call]?.(given as never, query, request.headers) ?? {
        status: 404,
        body: {},
      };
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (more: Answers) => void Object.assign(answers, more),
    asked: () => asked,
    forget: () => {
      answers = {};
      asked = [];
    },
    close: () => new Promise((done) => void server.close(done)),
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return text ? JSON.parse(text) : null;
}
