import assert from 'node:assert/strict';
import { spawnPortal } from './spawn-portal.ts';

/** Signs a patient in while the machine only has loopback. Exits with 0 if that worked. */
const portal = await spawnPortal();
try {
  const { supabaseAnonKey } = (await (await fetch(`${portal.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const post = (path: string, body: object) =>
    fetch(portal.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${supabaseAnonKey}`,
        apikey: supabaseAnonKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const email = 'stage1@example.com';
  assert.equal((await post('/functions/v1/validate-email', { email })).status, 200);
  assert.equal((await post('/auth/v1/otp', { email })).status, 200);
  const [mail] = (await (await fetch(`${portal.url}/dev/mailbox.json?to=${email}`)).json()) as {
    code: string;
  }[];
  const verified = await post('/auth/v1/verify', { email, token: mail!.code, type: 'email' });
  const session = (await verified.json()) as { access_token: string };
  const customer = await fetch(`${portal.url}/rest/v1/customers?select=customer_first_name`, {
    headers: { authorization: `Bearer ${session.access_token}`, apikey: supabaseAnonKey },
  });
  assert.deepEqual(await customer.json(), [{ customer_first_name: 'Alex' }]);
  assert.match(await (await fetch(`${portal.url}/home`)).text(), /<script type="module"/);
  process.stdout.write('signed in without a network\n');
} finally {
  await portal.remove();
}
