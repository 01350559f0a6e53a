import type {
  LeasedMessage,
  OutdatedZone,
  Outbox,
  Send,
} from '../../supabase/functions/_shared/notifications/outbox.ts';
import type { Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Texts } from '../mail/texts.ts';

/**
 * The database with the outbox, and the services that send its messages. Without a text service, texts are
 * dropped.
 */
export type Delivery = { database: Database; mailer: Mailer; texts: Texts | null };

export function postgresOutbox({ database, texts }: Delivery): Outbox {
  const channels = texts ? ['email', 'sms'] : ['email'];
  return {
    lease: async (count, seconds) => {
      const { rows } = await database.query<LeasedMessage>('select * from public.lease_outbox($1, $2, $3)', [
        count,
        seconds,
        channels,
      ]);
      return rows;
    },
    outdatedZones: async (ids) => {
      const { rows } = await database.query<OutdatedZone>(
        `select id, starts_at, written_in, zone from public.outdated_zones($1)`,
        [ids],
      );
      return rows;
    },
    settle: async ({ id, lease }, error) => {
      await database.query('select public.settle_outbox($1, $2, $3)', [id, lease, error]);
    },
  };
}

export function senderOf({ mailer, texts }: Delivery): Send {
  return async ({ id, channel, recipient: to, subject, body_text: text, body_html: html, attachments }) => {
    if (channel === 'sms') return texts!.send({ id, to, text });
    await mailer.send({ id, to, subject: subject ?? '', text, html: html ?? '', attachments });
  };
}
