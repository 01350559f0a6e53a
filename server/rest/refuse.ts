import { notImplemented } from './errors.ts';
import type { Query } from './request/parse-query.ts';

// Refuses a parameter that would have no effect, so that no one believes it had one.

export function refuseColumns({ columns }: Query): void {
  if (columns) throw notImplemented("the parameter 'columns' is for POST and PATCH on a table");
}

export function refuseConflictTarget({ onConflict }: Query): void {
  if (onConflict) throw notImplemented("the parameter 'on_conflict' is for POST on a table");
}

export function refuseRowOrderAndRange({ order, limit, offset }: Query, method: string): void {
  if (order.length) throw notImplemented(`the parameter 'order' with ${method}`);
  if (limit !== null) throw notImplemented(`the parameter 'limit' with ${method}`);
  if (offset !== null) throw notImplemented(`the parameter 'offset' with ${method}`);
}

export function refuseFilters({ conditions }: Query, method: string): void {
  if (conditions.length) throw notImplemented(`filters with ${method}`);
}
