/** nodemailer's error: its own code, the underlying one, and the server's reply to which command. */
type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};
type Attempt = { smtpUrl: string; from: string; to: string };

const CERTIFICATE = /certificate|altname|self.signed|issuer|CERT_|UNABLE_TO_/i;

/** Says what went wrong with an email and what to change, without the password. */
export function smtpFailure(error: SmtpError, attempt: Attempt): string {
  const url = new URL(attempt.smtpUrl);
  const sentence = sentenceFor(error, url, attempt);
  const answer = error.response ? ` The server said: ${error.response}` : '';
  return withoutPassword(`${sentence}${answer}`, url);
}

function sentenceFor(error: SmtpError, url: URL, { from, to }: Attempt): string {
  const { code, originalCode = '', command = '', message } = error;
  const server = `${url.hostname}, port ${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  if (code === 'EDNS') {
    return `Can't find a mail server at ${url.hostname} (${originalCode || message}). Check the host in SMTP_URL.`;
  }
  if (originalCode === 'ECONNREFUSED') {
    return `Nothing is listening at ${server}. Check the host and port in SMTP_URL, and that the server is running.`;
  }
  if (/WRONG_VERSION_NUMBER/.test(originalCode) || /wrong version number/.test(message)) {
    return `${server} doesn't start with TLS. Use smtp:// in SMTP_URL for this port; the connection then upgrades to TLS.`;
  }
  if (CERTIFICATE.test(`${originalCode} ${message}`)) {
    return `The certificate of ${server} is not trusted (${message}). Use the host name from the certificate in SMTP_URL. If you use your own certificate authority, set NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ETIMEDOUT') {
    return `${server} didn't respond in time (${message}). A firewall may be blocking the port. Port 465 needs smtps://.`;
  }
  if (code === 'EAUTH') {
    return 'The mail server rejected the user name or password. Check both in SMTP_URL. Write characters such as @ : / # as %40 %3A %2F %23.';
  }
  if (code === 'EENVELOPE' && command === 'MAIL FROM') {
    return `The mail server rejected the sender ${from}. Set MAIL_FROM to an address this account can send from. If the server requires sign-in, add a user and password to SMTP_URL.`;
  }
  if (code === 'EENVELOPE') return `The mail server rejected the recipient ${to}.`;
  if (code === 'EMESSAGE') return 'The mail server accepted the addresses but rejected the message.';
  return `The email was not sent (${[code, originalCode, message].filter(Boolean).join(', ')}).`;
}

/** A server may quote the password in its reply, in plain text or in base64. */
function withoutPassword(text: string, { username, password }: URL): string {
  if (!password) return text;
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
  const forms = [plain, password, base64(plain), base64(`\0${user}\0${plain}`), base64(`${user}:${plain}`)];
  return forms.reduce((left, form) => left.replaceAll(form, '[password]'), text);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
