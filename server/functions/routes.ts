import { Hono } from 'hono';
import type { Identify } from '../http/caller.ts';
import type { Services } from '../services.ts';

export function functionRoutes(
  _services: Services,
  _identify: Identify,
  _fetch: (request: Request) => Response | Promise<Response>,
): Hono {
  return new Hono();
}
