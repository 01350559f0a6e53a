import { Hono, type Context } from 'hono';
import { html, raw } from 'hono/html';
import { secondsLeft } from '../auth/factors/totp.ts';
import { demoAuthenticators, type Authenticator } from '../demo/authenticators.ts';
import type { Services } from '../services.ts';

type Message = {
  to: string;
  channel: 'email' | 'sms' | 'authenticator';
  subject: string | null;
  text: string;
  html: string | null;
  code: string | null;
  sentAt: string;
  attachments: { filename: string; contentType: string; content: string }[];
};
type StoredMessage = Message & { id: string };

const MAX_MESSAGES = 100;

/**
 * Outside production only: the emails and texts that were sent, for developers and tests, and the codes of
 * the demo's authenticator apps, so that a newcomer needs no phone.
 */
export function mailboxRoutes(services: Services): Hono {
  const { database, now } = services;
  const kept = async (to: string | null): Promise<StoredMessage[]> => {
    const { rows } = await database.query<StoredMessage>(
      `select id, recipient as to, channel, subject, body_text as text, body_html as html, code, attachments,
         to_char(sent_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt"
       from portal_server.mailbox where $1::text is null or recipient = $1
       order by portal_server.mailbox.id desc limit ${MAX_MESSAGES}`,
      [to],
    );
    return rows;
  };
  const shown = async (to: string | null): Promise<Message[]> =>
    (await demoAuthenticators(services, to)).map(fromAuthenticator);

  const apps = async (to: string | null) => {
    const authenticators = await shown(to);
    return authenticators.length === 0 ? '' : authenticatorsCard(authenticators, secondsLeft(now()));
  };

  return new Hono()
    .get('/mailbox.json', async (context) => {
      const to = addressIn(context);
      const messages: Message[] = (await kept(to)).map(({ id, ...message }) => message);
      // Comes last, so that the first code of an address is the newest one sent there.
      return context.json(messages.concat(await shown(to)));
    })
    .get('/mailbox', async (context) => {
      const to = addressIn(context);
      return context.html(page(await kept(to), await apps(to), context.req.query('to') ?? ''));
    })
    .get('/mailbox/apps', async (context) => context.html(await apps(addressIn(context))))
    .get('/mailbox.css', (context) =>
      context.body(STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .get('/mailbox.js', (context) =>
      context.body(SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/mailbox/:id{[0-9]{1,18}}', async (context) => {
      const { rows } = await database.query<{ html: string | null }>(
        'select body_html as html from portal_server.mailbox where id = $1',
        [context.req.param('id')],
      );
      const mail = rows[0]?.html;
      if (!mail) return context.notFound();
      // An email may have inline styles, but must not run or load anything.
      context.header(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      );
      return context.html(mail);
    });
}

const addressIn = (context: Context): string | null => context.req.query('to')?.trim().toLowerCase() || null;

const fromAuthenticator = ({ email, code, setUpAt }: Authenticator): Message => ({
  to: email,
  channel: 'authenticator',
  subject: null,
  text: code
    ? 'The code in their authenticator app. It changes every 30 seconds, and each code works once.'
    : 'JWT_SECRET has changed since this was set up. Run npm run reset to start over.',
  html: null,
  code,
  sentAt: setUpAt,
  attachments: [],
});

type Html = ReturnType<typeof html>;

const page = (messages: StoredMessage[], apps: Html | string, to: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Mailbox · development</title>
        <link rel="stylesheet" href="/dev/mailbox.css" />
        <script src="/dev/mailbox.js" defer></script>
      </head>
      <body>
        <main>
          <h1>Mailbox</h1>
          <p>
            What the portal has sent, newest first. It stays on this machine; production doesn’t have this
            page.
          </p>
          <form>
            <label for="to">Sent to</label>
            <input id="to" name="to" type="search" value="${to}" placeholder="name@example.com" />
            <button>Show</button>
          </form>
          <div id="apps">${apps}</div>
          ${messages.length === 0 ? raw('<p>Nothing yet.</p>') : messages.map(card)}
        </main>
      </body>
    </html>`;

const authenticatorsCard = (authenticators: Message[], seconds: number) =>
  html`<article>
    <h2>Authenticator apps</h2>
    <dl>
      ${authenticators.map(
        ({ to, code, text }) =>
          html`<dt>${to}</dt>
            <dd>${code ?? text}</dd>`,
      )}
    </dl>
    <p class="to">
      Use each person’s code as the ‘Code from your app.’ Each works once. New codes in
      <span id="seconds">${seconds}</span> s.
    </p>
  </article>`;

const card = (message: StoredMessage) =>
  html`<article>
    <p class="to">${message.channel} to ${message.to} · <time>${message.sentAt}</time></p>
    <h2>${message.subject ?? 'Text message'}</h2>
    ${message.code ? html`<p class="code">${message.code}</p>` : ''}
    <pre>${message.text}</pre>
    ${message.html ? html`<p><a href="/dev/mailbox/${message.id}">See it as it arrives</a></p>` : ''}
    ${message.attachments.map(
      ({ filename, content }) =>
        html`<h3>${filename}</h3>
          <pre>${content}</pre>`,
    )}
  </article>`;

/** Counts down, and shows the next codes when they start. */
const SCRIPT = `
const apps = document.getElementById('apps');
let endsAt;
function read() {
  const seconds = document.getElementById('seconds');
  endsAt = seconds && Date.now() + Number(seconds.textContent) * 1000;
}
async function refresh() {
  endsAt = null;
  const answer = await fetch('/dev/mailbox/apps' + location.search);
  if (answer.ok) apps.innerHTML = await answer.text();
  read();
}
function tick() {
  if (!endsAt) return;
  const left = Math.ceil((endsAt - Date.now()) / 1000);
  if (left > 0) document.getElementById('seconds').textContent = left;
  else refresh().catch(read);
}
read();
setInterval(tick, 1000);
`;

const STYLES = `
body { margin: 0; background: #fbf6ef; color: #232a3d; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
article { margin: 1rem 0; padding: 1rem 1.25rem; background: #fffdfa; border: 1px solid #e8dfd3; border-radius: 18px; }
h1, h2 { color: #5a1f36; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; }
.to { margin: 0; color: #5d6375; font-size: .875rem; }
.code { margin: .25rem 0; font-size: 2rem; font-weight: 600; letter-spacing: .2em; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: .5rem 0; }
dd { margin: 0; font-weight: 600; letter-spacing: .1em; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; color: #5d6375; }
a { color: #7a2e4a; } input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #e8dfd3; border-radius: 14px; }
button { background: #7a2e4a; color: #fff; border-color: #7a2e4a; }
`;
