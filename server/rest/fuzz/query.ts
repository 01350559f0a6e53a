import fc from 'fast-check';
import { anyNumber, anyValue, list, marked, mostly, quote, quoted } from './text.ts';

const COLUMNS = [
  'id',
  'user_id',
  'title',
  'note',
  'mood',
  'score',
  'done',
  'amount',
  'tags',
  'data',
  'loose',
];
const COMPARISONS = 'eq neq gt gte lt lte like ilike match imatch isdistinct'.split(' ');
const SETS = ['cs', 'cd', 'ov'];

const step = fc
  .tuple(fc.constantFrom('->', '->>'), mostly(fc.oneof(quoted, fc.constantFrom('n', '0', '-1')), marked))
  .map((parts) => parts.join(''));
export const name = mostly(fc.constantFrom(...COLUMNS, '"Odd name"'), fc.oneof(marked, quoted));
const field = fc.oneof(
  { weight: 3, arbitrary: name },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('data', 'tags', 'loose'), fc.array(step, { minLength: 1, maxLength: 2 }))
      .map(([column, steps]) => column + steps.join('')),
  },
);

/** A field with an operation that suits it. `wrap` makes a value safe for its place. */
const filter = (wrap: (text: string) => string): fc.Arbitrary<[string, string]> => {
  const wrapped = marked.map(wrap);
  const compare = fc
    .tuple(fc.constantFrom(...COMPARISONS), wrapped)
    .map(([operator, value]) => `${operator}.${value}`);
  const textFilter = fc.tuple(
    fc.oneof(
      fc.constantFrom('title', 'note', '"Odd name"'),
      step.map((one) => `data->a->>${one.replace(/^->>?/, '')}`),
    ),
    fc.oneof(
      compare,
      fc.array(quoted, { maxLength: 3 }).map((values) => `in.(${values.join(',')})`),
      quoted.map((value) => `like(any).${wrap(`{${value}}`)}`),
      fc.constantFrom('is.null', 'not.is.null', 'is.NOT_NULL'),
      compare.map((one) => `not.${one}`),
    ),
  );
  const otherFilter = fc.oneof(
    fc.tuple(
      fc.constantFrom('id', 'amount', 'score'),
      fc
        .tuple(fc.constantFrom('eq', 'gt', 'lte', 'neq', 'isdistinct'), anyNumber)
        .map((parts) => parts.join('.')),
    ),
    fc.tuple(
      fc.constant('tags'),
      fc
        .tuple(fc.constantFrom(...SETS), quoted)
        .map(([operator, value]) => `${operator}.${wrap(`{${value}}`)}`),
    ),
    fc.tuple(
      fc.constant('data'),
      marked.map((text) => `cs.${wrap(JSON.stringify({ [text]: text }))}`),
    ),
    fc.tuple(fc.constant('done'), fc.constantFrom('is.true', 'is.unknown', 'eq.false')),
  ) as fc.Arbitrary<[string, string]>;
  const wrongFilter = fc.tuple(
    field,
    fc
      .tuple(
        fc.constantFrom(...COMPARISONS, ...SETS, 'adj', 'sl', 'fts', 'noop', 'in', 'is', 'eq(all)', 'eq(x)'),
        anyValue,
      )
      .map((parts) => parts.join('.')),
  );
  return mostly(fc.oneof(textFilter, otherFilter), wrongFilter);
};

const condition: fc.Arbitrary<string> = fc.letrec<{ group: string; node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    filter(quote).map((parts) => parts.join('.')),
    tie('group'),
  ),
  group: fc
    .tuple(
      fc.constantFrom('and', 'or', 'not.and', 'not.or'),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, nodes]) => `${kind}(${nodes.join(',')})`),
})).node;

const selectItem = mostly(
  fc.oneof(
    fc.constant('*'),
    fc
      .tuple(
        fc.option(quoted),
        field,
        mostly(fc.constantFrom('', '', '::text'), fc.constantFrom('::int', '::nothing')),
      )
      .map(([alias, column, cast]) => `${alias === null ? '' : `${alias}:`}${column}${cast}`),
  ),
  fc.oneof(fc.constantFrom('count()', 'id.sum()', 'children(*)', '...children(id)', ''), marked),
);
const orderTerm = fc
  .tuple(
    fc.oneof(fc.constantFrom('id', 'title', 'note'), field),
    mostly(fc.constantFrom('', '.asc', '.desc'), fc.constant('.up')),
    mostly(fc.constantFrom('', '.nullsfirst', '.nullslast'), fc.constant('.x')),
  )
  .map((parts) => parts.join(''));
const logic = fc.tuple(
  mostly(fc.constantFrom('and', 'or', 'not.and', 'not.or'), fc.constantFrom('x.or', '.and', 'not.not.or')),
  mostly(
    list(condition).map((text) => `(${text})`),
    marked,
  ),
);
const select = fc.tuple(fc.constant('select'), list(selectItem));
const order = fc.tuple(fc.constant('order'), list(orderTerm));
const range = fc.tuple(fc.constantFrom('limit', 'offset'), mostly(anyNumber, marked));
const columns = fc.tuple(fc.constantFrom('columns', 'on_conflict'), list(name));
export const readParameters = fc.array(
  fc.oneof(filter(String), filter(String), logic, select, order, range),
  {
    maxLength: 4,
  },
);
export const changeParameters = fc.array(fc.oneof(filter(String), logic, select), { maxLength: 3 });
export const insertParameters = fc.array(fc.oneof(select, columns), { maxLength: 2 });
export const callParameters = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b', 'n', 'v', 'words', 'new_title', 'min_id'), anyValue),
    select,
    range,
  ),
  { maxLength: 2 },
);
