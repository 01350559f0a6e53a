import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { isPlainLine } from '../../../domain/contracts/fields/plain-line.ts';
import { hasVisibleText } from '../../../domain/contracts/fields/visible-text.ts';
import type { Query, Row } from '../../database/query-types.ts';
import { jsonBody } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { asPerson } from '../factors/person.ts';
import { readTyped } from '../read.ts';

export type Passkey = Row & {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at: string | null;
};

export const PASSKEY_COLUMNS = `id, friendly_name, to_json(created_at) as created_at, to_json(last_used_at) as last_used_at`;

/** GoTrue leaves this out until the passkey has been used. */
export const passkeyAnswer = ({ id, friendly_name, created_at, last_used_at }: Passkey) => ({
  id,
  friendly_name,
  created_at: new Date(created_at).toISOString(),
  ...(last_used_at && { last_used_at: new Date(last_used_at).toISOString() }),
});

/** GET passkeys: the person's own, oldest first. */
export function listPasskeys(services: Services): Handler {
  return async (context) => {
    const passkeys = await asPerson(services, context, async (query, { user }) => {
      const { rows } = await query<Passkey>(
        `select ${PASSKEY_COLUMNS} from auth.webauthn_credentials where user_id = $1
         order by webauthn_credentials.created_at, webauthn_credentials.id`,
        [user.id],
      );
      return rows;
    });
    return context.json(passkeys.map(passkeyAnswer));
  };
}

const MAX_NAME = 120;

export const RenameBody = z.object({
  friendly_name: z
    .string()
    .max(10_000)
    .transform((name) => name.trim()),
});

/** PATCH passkeys/{id}: renames it. */
export function renamePasskey(services: Services): Handler {
  return async (context) => {
    const body = await jsonBody(context);
    const passkey = await asPerson(services, context, async (query, { user }) => {
      const { friendly_name: name } = readTyped(RenameBody, body);
      requireName(name);
      return changed(
        await query<Passkey>(
          `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
           where id = $1 and user_id = $2 returning ${PASSKEY_COLUMNS}`,
          [idIn(context), user.id, name],
        ),
      );
    });
    return context.json(passkeyAnswer(passkey));
  };
}

function requireName(name: string): void {
  if (name.length <= MAX_NAME && hasVisibleText(name) && isPlainLine(name)) return;
  throw new Problem(400, 'validation_failed', `friendly_name must be between 1 and ${MAX_NAME} characters`);
}

/**
 * DELETE passkeys/{id}. The database ends the sessions it opened and emails its owner
 * (private.remove_passkey).
 */
export function removePasskey(services: Services): Handler {
  return async (context) => {
    await asPerson(services, context, async (query, { user }) =>
      changed(
        await query<Passkey>(
          `delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning ${PASSKEY_COLUMNS}`,
          [idIn(context), user.id],
        ),
      ),
    );
    return context.body(null, 204);
  };
}

/** Another person's passkey gets the same answer as one that never existed. */
function changed({ rows }: { rows: Passkey[] }): Passkey {
  if (!rows[0]) throw notFound();
  return rows[0];
}

function idIn(context: Context): string {
  const id = context.req.param('id')!;
  if (!z.guid().safeParse(id).success) throw notFound();
  return id;
}

const notFound = () => new Problem(404, 'validation_failed', 'Passkey not found');

/** The maximum per patient. The database enforces it too (private.refuse_passkey). */
const MAX_PASSKEYS = 10;

export async function refuseTooMany(query: Query, userId: string): Promise<void> {
  const { rows } = await query<{ count: number; may: boolean }>(
    `select count(*)::int as count, private.may_add_passkey($1) as may
     from auth.webauthn_credentials where user_id = $1`,
    [userId],
  );
  if (rows[0]!.count >= MAX_PASSKEYS)
    throw new Problem(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
  if (!rows[0]!.may)
    throw new Problem(
      429,
      'over_request_rate_limit',
      'Too many passkeys were added today. Try again tomorrow.',
    );
}
