/** The parts of a service worker's global scope that we use, which the DOM's types don't describe. */
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
