import { sendText, type Text } from '../../supabase/functions/_shared/notifications/send-text.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';

export type Texts = { send: (text: Text) => Promise<void> };

/**
 * Sends texts if a service is configured. Outside production, stores them for /dev/mailbox instead. Null if
 * neither applies.
 */
export function createTexts({ texts, production }: Settings, database: Database): Texts | null {
  if (!texts && production) return null;
  return {
    send: async (text) => {
      if (texts) await sendText(texts, text);
      if (production) return;
      await database.query(
        `insert into portal_server.mailbox (recipient, channel, body_text) values ($1, 'sms', $2)`,
        [text.to, text.text],
      );
    },
  };
}
