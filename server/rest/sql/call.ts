import { takesWholeBody, type Call } from '../plan/find-routine.ts';
import type { Routine } from '../schema/schema-cache.ts';
import { quote, type Values } from './values.ts';

/** Calls the function. Returns rows with its columns, or with one column `value`. */
export function callSql(routine: Routine, call: Call, values: Values): string {
  const name = `public.${quote(routine.name)}`;
  if (takesWholeBody(routine))
    return fromCall(routine, `${name}(${values.add(call.wholeBody)}::${routine.parameters[0]!.type})`, '');
  const passed = routine.parameters.filter((parameter) => call.names?.includes(parameter.name));
  if (passed.length === 0) return fromCall(routine, `${name}()`, '');
  const types = passed.map((parameter) => `${quote(parameter.name)} ${parameter.type}`).join(', ');
  const named = passed.map(
    (parameter) =>
      `${parameter.variadic ? 'variadic ' : ''}${quote(parameter.name)} := a.${quote(parameter.name)}`,
  );
  return fromCall(
    routine,
    `${name}(${named.join(', ')})`,
    `json_to_record(${values.add(call.argumentsFor(routine))}::json) as a (${types})`,
  );
}

function fromCall({ returns }: Routine, call: string, argumentRow: string): string {
  if (returns === 'row') return `select t.* from ${argumentRow && `${argumentRow}, `}${call} as t`;
  return `select ${call} as value${argumentRow && ` from ${argumentRow}`}`;
}
