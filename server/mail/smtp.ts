import nodemailer from 'nodemailer';
import type { Settings } from '../settings/settings.ts';

// Somebody waits for a code in front of a screen: a mail server that hangs has failed.
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** The one way to the clinic's mail server. */
export const createSmtp = (smtpUrl: string, { from }: Pick<Settings['mail'], 'from'>) =>
  nodemailer.createTransport(
    { url: smtpUrl, ...TIMEOUTS },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
