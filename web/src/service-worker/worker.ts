import { ruleFor } from './rules.ts';
import type { WorkerScope } from './scope.ts';

/** Written in by the build: what opens without a network after one visit, and a name for exactly that. */
declare const KEPT: { version: string; files: string[] };

const NAME = 'bea-';
const CACHE = NAME + KEPT.version;
const anyway = { ignoreSearch: true, ignoreVary: true };
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => event.waitUntil(keep()));

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOlder(), scope.clients.claim()])),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const rule = ruleFor(request, scope.location.origin);
  if (rule === 'file') event.respondWith(keptFirst(request));
  if (rule === 'latest') event.respondWith(networkFirst(request));
  if (rule === 'page') event.respondWith(page(request));
});

// The page sends this when a person signs out (`forget-device.ts`).
scope.addEventListener('message', (event) => {
  if (event.data === 'forget-opened') event.waitUntil(forgetOpened());
});

async function keep(): Promise<void> {
  await (await caches.open(CACHE)).addAll(KEPT.files);
}

async function forgetOlder(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** The list of opened pictures and pages would tell the next person on this device how a treatment went. */
async function forgetOpened(): Promise<void> {
  const cache = await caches.open(CACHE);
  const installed = new Set(KEPT.files);
  const opened = (await cache.keys()).filter(({ url }) => !installed.has(new URL(url).pathname));
  await Promise.all(opened.map((request) => cache.delete(request)));
}

async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request, anyway)) ?? fetchAndKeep(request);
}

async function networkFirst(request: Request): Promise<Response> {
  return fetchAndKeep(request).catch(async () => (await caches.match(request, anyway)) ?? Response.error());
}

async function fetchAndKeep(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** Pages come from the network, so that a new release is there at once; without one, as they were when this one came. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const path = new URL(request.url).pathname.replace(/(?<=.)\/$/, '');
    return (await caches.match(path, anyway)) ?? (await caches.match('/', anyway)) ?? Response.error();
  }
}
