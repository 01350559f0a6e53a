import type { Database } from '../../database/database.ts';
import type { Caller } from '../../database/query-types.ts';
import { RestError } from '../errors.ts';
import { RELATIONS, ROUTINES } from './introspection.ts';

export type Column = {
  name: string;
  /** The declared type with its length. A body's value is converted to it. */
  type: string;
  /** Without length and domain. A filter's value is compared as this type. */
  base: string;
  /** PostgreSQL's type category (`typcategory`), 'S' for text. */
  category: string;
  /** The SQL of the column's default. */
  fallback: string | null;
};

export type Columns = Map<string, Column>;

export type Relation = {
  name: string;
  kind: 'table' | 'view';
  roles: Caller['role'][];
  key: string[];
  columns: Columns;
};

export type Parameter = { name: string; type: string; variadic: boolean; optional: boolean };

export type Routine = {
  name: string;
  readOnly: boolean;
  returnsSet: boolean;
  returns: 'void' | 'row' | 'value';
  roles: Caller['role'][];
  parameters: Parameter[];
  columns: Columns;
};

export type Schema = {
  relations: Map<string, Relation>;
  routines: Map<string, Routine[]>;
};

export type SchemaCache = {
  current: () => Promise<Schema>;
  /** Reads the schema again if `seen` is older than a second. */
  newerThan: (seen: Schema) => Promise<Schema>;
};

const RELOAD_AFTER_MS = 1_000;

/** The tables, views and functions of schema `public`: read once, and again when a request names one that is not there. */
export function createSchemaCache(database: Database, now: () => number): SchemaCache {
  let reading: Promise<Schema> | null = null;
  let startedAt = 0;

  const read = (): Promise<Schema> => {
    startedAt = now();
    const started = readSchema(database).catch((error: unknown) => {
      if (reading === started) reading = null;
      throw new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
        headers: { 'Retry-After': '2' },
        cause: error,
      });
    });
    reading = started;
    return started;
  };

  return {
    current: () => reading ?? read(),
    newerThan: async (seen) => {
      const latest = await (reading ?? read());
      return latest === seen && now() - startedAt >= RELOAD_AFTER_MS ? read() : latest;
    },
  };
}

async function readSchema(database: Database): Promise<Schema> {
  const [relations, routines] = await Promise.all([
    database.query<Listed<Relation>>(RELATIONS),
    database.query<Listed<Routine>>(ROUTINES),
  ]);
  return {
    relations: new Map(relations.rows.map((row) => [row.name, withColumns(row)])),
    routines: Map.groupBy(routines.rows.map(withColumns<Routine>), (routine) => routine.name),
  };
}

type Listed<T extends { columns: Columns }> = Omit<T, 'columns'> & { columns: Column[] };

const withColumns = <T extends { columns: Columns }>(row: Listed<T>) =>
  ({ ...row, columns: new Map(row.columns.map((column) => [column.name, column])) }) as unknown as T;
