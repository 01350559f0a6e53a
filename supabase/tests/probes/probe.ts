import fc from 'fast-check';
import type { Victim } from './victim.ts';

export type Probe = {
  method: string;
  /** From the root of the server. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** It asks for the victim's rows and no others, so that an answer with any row at all is wrong. */
  findsNothing?: boolean;
};

export type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[]; isReadable: boolean };

/** What an attacker knows: everyone's ids, the schema and the names of the functions, but no canary. */
export type Scene = {
  attackerId: string;
  victim: Victim;
  tables: Table[];
  procedures: string[];
  functions: string[];
};

export const queryOf = (pairs: [string, string][]) =>
  pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

/** The victim's id, that of a row of theirs, or now and then the attacker's own. */
export const idFrom = ({ victim, attackerId }: Scene) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(victim.id) },
    { weight: 2, arbitrary: fc.constantFrom(...victim.ids) },
    { weight: 1, arbitrary: fc.constant(attackerId) },
  );
