import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from './metrics.ts';

/** A mailer that also counts code emails: those the mail server accepted, and those that failed. */
export function countCodeMails(mailer: Mailer, metrics: Pick<Metrics, 'codeMail'>): Mailer {
  return {
    ...mailer,
    send: async (message) => {
      try {
        await mailer.send(message);
      } catch (error) {
        metrics.codeMail('failed');
        throw error;
      }
      metrics.codeMail('sent');
    },
  };
}
