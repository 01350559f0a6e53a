import * as z from 'zod/mini';
import { Email } from '../../domain/contracts/fields/email.ts';
import { createSmtp } from '../mail/smtp.ts';
import { smtpFailure } from '../mail/smtp-failure.ts';
import { testMail } from '../mail/test-mail.ts';
import { CommandProblem, NAME_ITS_SETTINGS, read } from './command-line.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings } from './with-database.ts';

const usage = `Sends a test email with the portal’s own settings (SMTP_URL, MAIL_FROM) and prints the mail server’s reply.
  npm run test-mail -- --to you@clinic.example`;

const Recipient = z.object({ to: Email });

runCommand({
  usage,
  options: { to: { type: 'string' } },
  run: async (values) => {
    if (!values.to) throw new CommandProblem(usage);
    const { to } = read(Recipient, values);
    const { smtpUrl, from } = commandSettings().mail;
    if (!smtpUrl) {
      throw new CommandProblem(`SMTP_URL is missing: there is no mail server to test. ${NAME_ITS_SETTINGS}`);
    }
    const smtp = createSmtp(smtpUrl, { from });
    try {
      const { response } = await smtp.sendMail({ to, ...testMail() });
      print(`Sent from ${from} to ${to}. The mail server answered: ${response}`);
      print('Now check that inbox and its spam folder.');
      return true;
    } catch (error) {
      throw new CommandProblem(smtpFailure(error as Error, { smtpUrl, from, to }));
    } finally {
      smtp.close();
    }
  },
});
