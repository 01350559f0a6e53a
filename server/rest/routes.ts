import { Hono } from 'hono';
import type { Identify } from '../http/caller.ts';
import type { Services } from '../services.ts';

export function restRoutes(_services: Services, _identify: Identify): Hono {
  return new Hono();
}
