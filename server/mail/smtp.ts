import nodemailer from 'nodemailer';
import type { Settings } from '../settings/settings.ts';

// A patient is waiting for the code: a mail server that hangs counts as failed.
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** The only place that connects to the clinic's mail server. */
export const createSmtp = (smtpUrl: string, { from }: Pick<Settings['mail'], 'from'>) =>
  nodemailer.createTransport(
    { url: smtpUrl, ...TIMEOUTS },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
