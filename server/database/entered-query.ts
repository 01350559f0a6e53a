import pg from 'pg';
import type { Caller, Result, Statement } from './query-types.ts';
import type { PreparedNames } from './prepared-names.ts';

/** Sets the caller, and whether they may only read, for the rest of the transaction. */
export const enter = ({ role, claims, sessionId }: Caller, readOnly: boolean) => ({
  name: 'enter',
  text: `select portal_server.enter($1, $2, $3), set_config('transaction_read_only', $4, true)`,
  values: [role, claims, sessionId, readOnly ? 'on' : 'off'],
});

type Entering = ReturnType<typeof enter>;
type Callback = (error: Error | null, result: Result) => void;

/** The parts of pg's query that its published types omit. */
type PgQuery = {
  name: string | undefined;
  queryMode: string | undefined;
  submit(connection: pg.Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
};
/** The connection's statements that pg considers prepared, by name. */
type PgConnection = pg.Connection & { parsedStatements: Record<string, string> };
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => PgQuery;

/** Runs a statement as the caller, in the transaction that is open on this client or else in one of its own. */
export const runEntered = (
  client: pg.PoolClient,
  /** Null if nothing stays prepared. */
  names: PreparedNames | null,
  entering: Entering,
  statement: Statement,
) =>
  new Promise<Result>((done, failed) => {
    const { name, ...unnamed } = statement;
    const dropped = name === undefined ? undefined : names?.use(name);
    const callback: Callback = (error, result) => (error ? failed(error) : done(result));
    client.query(
      names
        ? new EnteredQuery(entering, statement, dropped, callback)
        : new EnteredQuery({ ...entering, name: '' }, unnamed, undefined, callback),
    );
  });

/**
 * Enters as the caller and runs a statement, both before the one Sync that ends them: to PostgreSQL that is
 * its own transaction, with no begin or commit, written and answered in one go. If entering is refused,
 * PostgreSQL skips what follows, so that no statement ever runs as the server. `enter` must already be
 * prepared, unless it has no name.
 */
class EnteredQuery extends Query {
  readonly #entering: Entering;
  readonly #dropped: string | undefined;
  #entered = false;

  /** `dropped` names what is prepared on the connection and makes room for this statement. */
  constructor(entering: Entering, statement: Statement, dropped: string | undefined, callback: Callback) {
    // Name and mode are set afterward, because pg copies a settings object slowly.
    super(statement.text, statement.values ?? [], callback);
    this.name = statement.name;
    this.queryMode = 'extended';
    this.#entering = entering;
    this.#dropped = dropped;
  }

  override submit(connection: pg.Connection): Error | null {
    connection.stream.cork();
    try {
      // First: PostgreSQL skips everything after a refused `enter`.
      if (this.#dropped !== undefined) forget(connection as PgConnection, this.#dropped);
      if (!this.#entering.name) connection.parse(this.#entering as never, true);
      connection.bind({ statement: this.#entering.name, values: this.#entering.values }, true);
      connection.execute(null, true);
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#entered) super.handleDataRow(message);
  }

  /** The first completion belongs to `enter`. */
  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#entered) super.handleCommandComplete(message, connection);
    this.#entered = true;
  }
}

function forget(connection: PgConnection, name: string): void {
  connection.close({ type: 'S', name }, true);
  delete connection.parsedStatements[name];
}
