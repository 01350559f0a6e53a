import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { createDatabase } from '../../database/database.ts';
import type { Row } from '../../database/query-types.ts';
import { silentLog } from '../../log.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createTexts } from '../../mail/texts.ts';
import { readSettings } from '../../settings/settings.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { Delivery } from '../postgres-outbox.ts';
import { startOutboxWorker } from '../worker.ts';

export type ReceivedMail = { to: string[]; source: string };
export type MailServer = { url: string; port: number; received: ReceivedMail[]; close: () => Promise<void> };

/** A local SMTP server that keeps the emails it receives. */
export async function mailServer(port = 0, options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((ready) => smtp.listen(port, '127.0.0.1', ready));
  let open = true;
  const close = async () => {
    if (open) await new Promise<void>((closed) => smtp.close(closed));
    open = false;
  };
  onTestFinished(close);
  const at = (smtp.server.address() as AddressInfo).port;
  return { url: `smtp://127.0.0.1:${at}`, port: at, received, close };
}

const STATES = `select key, attempts, sent_at is not null as sent, dropped_at is not null as dropped,
  parked_at is not null as parked, last_error as error from public.outbox order by created_at, key`;

/** A database with its own outbox, and as many servers on it as a test needs. */
export async function outboxHarness(environment: NodeJS.ProcessEnv = {}) {
  const { database, url, remove } = await testDatabase();
  onTestFinished(remove);
  const settings = readSettings({ MAIL_FROM: 'Béa <care@clinic.example>', ...environment });

  const server = (): Delivery => {
    const own = createDatabase(url, { connections: 3 });
    const mailer = createMailer(settings, own);
    onTestFinished(async () => {
      mailer.close();
      await own.end();
    });
    return { database: own, mailer, texts: createTexts(settings, own) };
  };
  return {
    database,
    server,
    worker: (delivery: Delivery = server(), { pollMs = 50 } = {}) => {
      const worker = startOutboxWorker({ ...delivery, log: silentLog }, { pollMs });
      onTestFinished(worker.stop);
      return worker;
    },
    write: async (values: Row = {}): Promise<string> => {
      const row = {
        key: randomUUID(),
        channel: 'email',
        recipient: 'ada@example.com',
        subject: 'Your call is booked',
        body_text: 'Hello',
        body_html: '<p>Hello</p>',
        ...values,
      };
      const names = Object.keys(row);
      const { rows } = await database.query<{ id: string }>(
        `insert into public.outbox (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
         returning id`,
        Object.values(row),
      );
      return rows[0]!.id;
    },
    states: async () => (await database.query(STATES)).rows,
    /** Makes every unsent message due now. */
    makeDue: () => database.query('update public.outbox set send_after = now() where sent_at is null'),
  };
}
