import fc from 'fast-check';
import { idFrom, queryOf, type Column, type Probe, type Scene, type Table } from './probe.ts';
import { changes, inserts } from './rest-writes.ts';

export type Pair = [string, string];

/** Reads, inserts, upserts, changes and deletions of every table, aimed at someone else's rows. */
export function restProbes(scene: Scene): fc.Arbitrary<Probe> {
  return tableFrom(scene).chain((table) =>
    fc.oneof(
      { weight: 5, arbitrary: reads(scene, table) },
      { weight: 2, arbitrary: inserts(scene, table) },
      { weight: 2, arbitrary: changes(scene, table, filter(scene, table.columns)) },
    ),
  );
}

/** Mostly a table that opens: behind the others there is only a refusal. */
function tableFrom({ tables }: Scene): fc.Arbitrary<Table> {
  const opens = tables.filter((table) => table.isReadable);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...opens) },
    { weight: 1, arbitrary: fc.constantFrom(...tables) },
  );
}

function reads(scene: Scene, { name, columns }: Table): fc.Arbitrary<Probe> {
  const owner = columns.find((column) => ['user_id', 'subject_id'].includes(column.name));
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      select: fc.oneof(fc.constant('*'), selection(columns)),
      filters: fc.array(filter(scene, columns), { maxLength: 3 }),
      order: fc.option(fc.constantFrom(...columns)),
      direction: fc.constantFrom('asc', 'desc'),
      aimed: fc.boolean(),
      prefer: fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
    })
    .map(({ method, select, filters, order, direction, aimed, prefer }) => {
      const aim: Pair[] = aimed && owner ? [[owner.name, `eq.${scene.victim.id}`]] : [];
      const sorted: Pair[] = order === null ? [] : [['order', `${order.name}.${direction}`]];
      // The attacker's own rows become many; the victim's come first or last among them.
      const limited: Pair = ['limit', '100'];
      return {
        method,
        path: `/rest/v1/${name}?${queryOf([['select', select], ...aim, ...filters, ...sorted, limited])}`,
        headers: { prefer },
        findsNothing: aim.length > 0,
      };
    });
}

const selection = (columns: Column[]) =>
  fc
    .subarray(columns, { minLength: 1 })
    .chain((chosen) =>
      fc.tuple(...chosen.map(({ name }) => fc.constantFrom(name, `${name}::text`, `x_${name}:${name}`))),
    )
    .map((parts) => parts.join(','));

function filter(scene: Scene, columns: Column[]): fc.Arbitrary<Pair> {
  const { victim, attackerId } = scene;
  const id = idFrom(scene);
  const any = fc.constantFrom(...columns.map((column) => column.name));
  const filters = [
    any.map((name): Pair => [name, 'not.is.null']),
    fc.tuple(any, any).map(([one, two]): Pair => ['or', `(${one}.is.null,${two}.not.is.null)`]),
  ];
  const ids = columns.filter((column) => column.type === 'uuid').map((column) => column.name);
  if (ids.length > 0) {
    const name = fc.constantFrom(...ids);
    filters.push(
      fc.tuple(name, id).map(([column, value]): Pair => [column, `eq.${value}`]),
      fc.tuple(name, id, id).map(([column, one, two]): Pair => [column, `in.(${one},${two})`]),
      name.map((column): Pair => [column, `neq.${attackerId}`]),
      fc.tuple(name, any).map(([one, two]): Pair => ['or', `(${one}.eq.${victim.id},${two}.not.is.null)`]),
      name.map((column): Pair => ['not.and', `(${column}.eq.${attackerId},${column}.is.null)`]),
    );
  }
  const texts = columns.filter((column) => column.type === 'text').map((column) => column.name);
  if (texts.length > 0) {
    const name = fc.constantFrom(...texts);
    filters.push(
      name.map((column): Pair => [column, 'like.*canary-*']),
      name.map((column): Pair => [column, `neq.${victim.email}`]),
    );
  }
  return fc.oneof(...filters);
}
