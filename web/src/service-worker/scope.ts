/** What we use of a service worker's world, which the DOM's types do not describe. */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };

type Told = Lasting & { data: unknown };

export type WorkerScope = {
  location: Location;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (event: 'install' | 'activate', listener: (event: Lasting) => void): void;
    (event: 'message', listener: (event: Told) => void): void;
    (event: 'fetch', listener: (event: Fetching) => void): void;
  };
};
