import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** A mail server that keeps its emails. */
export async function openMailbox() {
  const mails: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  const codesFor = (email: string) =>
    mails.filter(({ to }) => to.includes(email)).flatMap(({ text }) => /^(\d{6})\s*$/m.exec(text)?.[1] ?? []);
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    /** Waits for the newest email. Each person here requests one. */
    codeFor: async (email: string) => {
      for (let tries = 0; tries < 300 && codesFor(email).length === 0; tries += 1)
        await new Promise((again) => setTimeout(again, 100));
      return codesFor(email).at(-1) ?? '';
    },
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
}
