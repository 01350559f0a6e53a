import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../server/database/database.ts';
import { assert } from '../assert.ts';
import { insist } from '../booking-history.ts';
import type { Visitor } from '../clinic.ts';

/** What patients report continuously, and where it is stored. */
const KINDS = {
  tests: { path: 'submit-ovulation-test-result', body: { result: 'Invalid' }, table: 'test_results' },
  messages: {
    path: 'send-message',
    body: { topic: 'The kit', text: 'How long does it take?' },
    table: 'messages',
  },
};
type Kind = keyof typeof KINDS;

export type Entered = ReturnType<typeof tell>;

/** Whether each was acknowledged, by key. The time of the last one shows how long nothing was. */
export function tell(kind: Kind, url: string, visitors: Visitor[], signal: AbortSignal) {
  const { path, body, table } = KINDS[kind];
  const entries = new Map<string, { acknowledged: boolean }>();
  let last = -Infinity;
  let longest = 0;
  const tellAs = async (visitor: Visitor) => {
    while (!signal.aborted) {
      const submission = randomUUID();
      const entry = { acknowledged: false };
      entries.set(submission, entry);
      const answer = await insist(signal, () =>
        fetch(`${url}/functions/v1/${path}`, {
          method: 'POST',
          headers: { ...visitor.headers, 'idempotency-key': submission },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(5_000),
        }),
      );
      if (answer) {
        assert(answer.status === 200, `${path} was refused with ${answer.status}`);
        entry.acknowledged = true;
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      await pause(200);
    }
  };
  return {
    table,
    entries,
    done: Promise.all(visitors.map(tellAs)),
    /** For how many seconds nothing was acknowledged since the last call. */
    gap: () => {
      const seconds = longest / 1000;
      longest = 0;
      return seconds;
    },
    lastAt: () => last,
  };
}

/** How many were acknowledged; all of them are stored, each once. */
export async function countMissing({ query }: Database, { table, entries }: Entered): Promise<number> {
  const { rows } = await query<{ submission_id: string; times: number }>(
    `select submission_id, count(*)::int as times from public.${table}
     where submission_id = any ($1) group by 1`,
    [[...entries.keys()]],
  );
  const there = new Map(rows.map((row) => [row.submission_id, row.times]));
  const acknowledged = [...entries].filter(([, entry]) => entry.acknowledged);
  const lost = acknowledged.filter(([submission]) => !there.has(submission));
  assert(
    lost.length === 0,
    `${lost.length} of ${acknowledged.length} acknowledged rows of ${table} are gone`,
  );
  assert(
    [...there.values()].every((times) => times === 1),
    `a row of ${table} is there twice`,
  );
  return acknowledged.length;
}

/** Patients sign in with an emailed code; anyone who was told they are in stays in. */
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
