import type { Caller } from '../../database/query-types.ts';
import { ambiguousFunction, permissionDenied, unknownFunction } from '../errors.ts';
import { refuseManyKeys } from '../request/payload.ts';
import type { Routine, Schema } from '../schema/schema-cache.ts';

/** The arguments a request passes to a function. */
export type Call = {
  /** The arguments' names. Null if the body isn't an object. */
  names: string[] | null;
  /** The body of a POST, for a function that takes all of it as one value. */
  wholeBody: string | null;
  /** The arguments as a JSON object. */
  argumentsFor: (routine: Routine) => string;
};

/** The function with that name and these arguments. */
export function findRoutine(schema: Schema, name: string, call: Call, role: Caller['role']): Routine {
  const matching = (schema.routines.get(name) ?? []).filter((routine) => takesNames(routine, call));
  if (matching.length === 0 && call.wholeBody !== null)
    matching.push(...(schema.routines.get(name) ?? []).filter(takesWholeBody));
  if (matching.length === 0) throw unknownFunction(name, refuseManyKeys(call.names ?? []));
  const allowed = matching.filter((routine) => routine.roles.includes(role));
  if (allowed.length > 1) throw ambiguousFunction(allowed.map(signatureOf));
  if (!allowed[0]) throw permissionDenied(role, 'function', name);
  return allowed[0];
}

function takesNames({ parameters }: Routine, { names }: Call): boolean {
  if (names === null || parameters.some((parameter) => parameter.name === '')) return false;
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, optional, variadic }) => optional || variadic || names.includes(name))
  );
}

export const takesWholeBody = ({ parameters }: Routine): boolean =>
  parameters.length === 1 && parameters[0]!.name === '' && /^jsonb?$/.test(parameters[0]!.type);

const signatureOf = ({ name, parameters }: Routine) =>
  `public.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`;
