/** Functions are checked without Node's types, so that no handler uses them; `network.ts` needs only this. */
declare module 'node:dns/promises' {
  export function lookup(
    host: string,
    options: { all: true },
  ): Promise<{ address: string; family: number }[]>;
}

declare module 'node:http' {
  export type IncomingMessage = AsyncIterable<Uint8Array> & {
    statusCode?: number;
    headers: { location?: string };
    destroy: () => void;
  };
}

declare module 'node:https' {
  type Found = (
    error: null,
    address: string | { address: string; family: number }[],
    family?: number,
  ) => void;
  type Options = {
    signal: AbortSignal;
    agent: false;
    headers: Record<string, string>;
    lookup: (host: string, options: { all?: boolean }, found: Found) => void;
  };
  export function request(
    url: URL,
    options: Options,
    onResponse: (response: import('node:http').IncomingMessage) => void,
  ): { on: (event: 'error', listener: (error: Error) => void) => void; end: () => void };
}
