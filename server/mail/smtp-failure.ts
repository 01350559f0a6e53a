/** What nodemailer throws: its own code, the one below it, and what the server answered to which command. */
type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};
type Attempt = { smtpUrl: string; from: string; to: string };

const CERTIFICATE = /certificate|altname|self.signed|issuer|CERT_|UNABLE_TO_/i;

/** What went wrong with a mail, in a sentence that says what to change. The password is never in it. */
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
    return `There is no mail server ${url.hostname} (${originalCode || message}). See the host in SMTP_URL.`;
  }
  if (originalCode === 'ECONNREFUSED') {
    return `Nobody answers at ${server}. See host and port in SMTP_URL, and whether that server runs.`;
  }
  if (/WRONG_VERSION_NUMBER/.test(originalCode) || /wrong version number/.test(message)) {
    return `${server} does not begin with TLS. Write SMTP_URL with smtp:// for this port, which then switches to TLS.`;
  }
  if (CERTIFICATE.test(`${originalCode} ${message}`)) {
    return `The certificate of ${server} is not trusted (${message}). SMTP_URL needs the name that stands in the certificate; one of your own authority needs NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ETIMEDOUT') {
    return `${server} did not answer in time (${message}). A firewall may hold the port closed; port 465 needs smtps://.`;
  }
  if (code === 'EAUTH') {
    return 'The mail server did not take user and password. See both in SMTP_URL: signs such as @ : / # are written as %40 %3A %2F %23.';
  }
  if (code === 'EENVELOPE' && command === 'MAIL FROM') {
    return `The mail server did not take the sender ${from}. MAIL_FROM has to be an address that this account may send from, and SMTP_URL a user and password where the server wants them.`;
  }
  if (code === 'EENVELOPE') return `The mail server did not take the recipient ${to}.`;
  if (code === 'EMESSAGE') return 'The mail server took the addresses, but not the mail.';
  return `The mail was not sent (${[code, originalCode, message].filter(Boolean).join(', ')}).`;
}

/** A server may quote the password in its answer, plain or in base 64, as SMTP sends it. */
function withoutPassword(text: string, { username, password }: URL): string {
  if (!password) return text;
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
  const forms = [plain, password, base64(plain), base64(`\0${user}\0${plain}`), base64(`${user}:${plain}`)];
  return forms.reduce((left, form) => left.replaceAll(form, '[password]'), text);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
