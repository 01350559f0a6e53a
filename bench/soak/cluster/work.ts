import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../server/database/database.ts';
import { assert } from '../assert.ts';
import { insist } from '../booking-history.ts';
import type { Visitor } from '../clinic.ts';

type Log = { visitor: Visitor; acknowledged: boolean };

/** Patients log tests without end; when each was acknowledged tells for how long nothing was. */
export function logTests(url: string, visitors: Visitor[], signal: AbortSignal) {
  const logs = new Map<string, Log>();
  let last = -Infinity;
  let longest = 0;
  const log = async (visitor: Visitor) => {
    while (!signal.aborted) {
      const submission = randomUUID();
      const entry: Log = { visitor, acknowledged: false };
      logs.set(submission, entry);
      const answer = await insist(signal, () =>
        fetch(`${url}/functions/v1/submit-ovulation-test-result`, {
          method: 'POST',
          headers: { ...visitor.headers, 'idempotency-key': submission },
          body: JSON.stringify({ result: 'Invalid' }),
          signal: AbortSignal.timeout(5_000),
        }),
      );
      if (answer) {
        assert(answer.status === 200, `a test was refused with ${answer.status}`);
        entry.acknowledged = true;
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      await pause(200);
    }
  };
  return {
    logs,
    done: Promise.all(visitors.map(log)),
    /** For how many seconds nothing was acknowledged since this was last asked. */
    gap: () => {
      const seconds = longest / 1000;
      longest = 0;
      return seconds;
    },
    lastAt: () => last,
  };
}

export async function compareLogs({ query }: Database, logs: Map<string, Log>): Promise<number> {
  const { rows } = await query<{ submission_id: string; times: number }>(
    `select submission_id, count(*)::int as times from public.test_results
     where submission_id = any ($1) group by 1`,
    [[...logs.keys()]],
  );
  const there = new Map(rows.map((row) => [row.submission_id, row.times]));
  const acknowledged = [...logs].filter(([, log]) => log.acknowledged);
  const lost = acknowledged.filter(([submission]) => !there.has(submission));
  assert(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged tests are gone`);
  assert(
    [...there.values()].every((times) => times === 1),
    'a test is there twice',
  );
  return acknowledged.length;
}

/** Patients sign in with a code from their mail; whoever was told that they are in stays so. */
export async function signIn(url: string, anonKey: string, email: string, signal: AbortSignal) {
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    insist(signal, () =>
      fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(5_000),
      }),
    );
  const tokens: string[] = [];
  while (!signal.aborted) {
    await post('/auth/v1/otp', { email });
    const mails = await insist(signal, () => fetch(`${url}/dev/mailbox.json?to=${email}`));
    const [mail] = (mails?.json ?? []) as { code: string }[];
    if (mail) {
      const answer = await post('/auth/v1/verify', { email, token: mail.code, type: 'email' });
      if (answer?.status === 200) tokens.push((answer.json as { access_token: string }).access_token);
    }
    await pause(500);
  }
  return tokens;
}
