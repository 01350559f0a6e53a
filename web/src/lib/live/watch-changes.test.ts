import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { loadConfig } from '@/lib/backend/config.ts';
import { watchChanges } from './watch-changes.ts';

const SOON = { timeout: 10_000 };
let server: WebSocketServer;
let joined: WebSocket[];

/** Answers joins and heartbeats, and says nothing by itself. */
beforeEach(async () => {
  joined = [];
  server = new WebSocketServer({ port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const [joinRef, ref, topic, event] = JSON.parse(data.toString()) as string[];
      if (event === 'phx_join') joined.push(socket);
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]));
    }),
  );
  const supabaseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('fetch', async () => Response.json({ supabaseUrl, supabaseAnonKey: 'anon-key' }));
  // Node's own does not know the events of jsdom.
  vi.stubGlobal('WebSocket', WebSocket);
  await loadConfig();
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

test('a client that comes back requests everything again: more may have changed than it hears', async () => {
  const queryClient = new QueryClient();
  const asked = vi.fn<() => Promise<string>>().mockResolvedValue('notes');
  const other = vi.fn<() => Promise<string>>().mockResolvedValue('articles');
  const leave = [
    new QueryObserver(queryClient, { queryKey: ['medical-notes', 'user-1'], queryFn: asked }),
    new QueryObserver(queryClient, { queryKey: ['collections'], queryFn: other }),
  ].map((observer) => observer.subscribe(() => {}));
  leave.push(watchChanges('user-1', queryClient));
  await expect.poll(() => joined.length, SOON).toBe(1);
  joined[0]!.terminate();
  await expect.poll(() => joined.length, SOON).toBe(2);
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  expect(other).toHaveBeenCalledTimes(1);
  for (const each of leave) each();
}, 20_000);
