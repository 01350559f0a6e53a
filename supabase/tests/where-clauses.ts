import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query';

await loadModule();

export type Routine = {
  name: string;
  language: string;
  /** The whole `create function` statement. */
  definition: string;
  /** The text of the body; empty for `begin atomic`, which PostgreSQL keeps parsed. */
  body: string;
};

/** The UPDATE and DELETE statements of one function that have no WHERE clause, CTEs and dynamic SQL included. */
export function statementsWithoutWhere({ language, definition, body }: Routine): string[] {
  return [...statementsOf(language, definition, body), ...dynamicStatements(body)].flatMap((text) =>
    unboundedIn(parse(text)).map((verb) => `${verb}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`),
  );
}

function statementsOf(language: string, definition: string, body: string): string[] {
  if (language === 'plpgsql') return plpgsqlStatements(parsePlPgSQLSync(definition));
  return [body === '' ? definition : body];
}

const WHOLE_STATEMENT = 0;

/** Every statement inside PL/pgSQL. Expressions are left out: PostgreSQL allows no writes inside one. */
function plpgsqlStatements(tree: unknown): string[] {
  return valuesOf(tree, 'PLpgSQL_expr').flatMap((found) => {
    const { query, parseMode = WHOLE_STATEMENT } = found as { query: string; parseMode?: number };
    return parseMode === WHOLE_STATEMENT ? [query] : [];
  });
}

const WRITES = /\bdelete\s+from\b|\bupdate\s+\S+\s+(as\s+\w+\s+)?set\b/i;

/** String constants that may be executed. One that writes must be a whole statement, so that it can be parsed. */
function dynamicStatements(body: string): string[] {
  if (body === '') return [];
  return scanSync(body)
    .tokens.filter(({ tokenName }) => tokenName === 'SCONST')
    .map(({ text }) => literal(text))
    .filter((text) => WRITES.test(text))
    .map((text) => text.replace(/%(\d+\$)?[Is]/g, 'placeholder').replace(/%(\d+\$)?L/g, "'placeholder'"));
}

function literal(token: string): string {
  const quoted = /^[eE]?'([^]*)'$/.exec(token);
  if (quoted) return quoted[1]!.replaceAll("''", "'");
  return token.replace(/^\$\w*\$|\$\w*\$$/g, '');
}

function parse(text: string): unknown {
  try {
    return parseSync(text);
  } catch (error) {
    throw new Error(`This SQL cannot be read: ${text}`, { cause: error });
  }
}

const unboundedIn = (tree: unknown): string[] =>
  (['DeleteStmt', 'UpdateStmt'] as const).flatMap((kind) =>
    valuesOf(tree, kind)
      .filter((statement) => !(statement as { whereClause?: unknown }).whereClause)
      .map(() => kind.slice(0, 6).toUpperCase()),
  );

/** Every value under this key, anywhere in the tree. */
function valuesOf(tree: unknown, key: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    (name === key ? [value] : []).concat(valuesOf(value, key)),
  );
}
