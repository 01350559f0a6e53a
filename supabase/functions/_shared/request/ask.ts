/**
 * The part of `fetch` that postgrest-js and we use. It is small enough for a server in the same process to
 * answer without HTTP.
 */
export type Ask = (url: string, asking: Asking) => Promise<Answered>;
export type Asking = {
  method?: string;
  headers: Record<Lowercase<string>, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};
export type Answered = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text' | 'arrayBuffer'>;
