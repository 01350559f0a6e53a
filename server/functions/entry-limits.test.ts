import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AGREEMENT_VERSION } from '../../domain/copy/agreement.ts';
import { newPatient } from '../testing/patient.ts';
import { withTestServer } from '../testing/test-server.ts';

const EIGHT = ['2026-01-01', '1', 'No', '', '30 minutes', '4 to 5 hours', 'Easy and straightforward', ''];

/** A request of each entry type, as a form sends it. */
const ENTRIES: [name: string, body: object, of: string][] = [
  ['submit-ovulation-test-result', { result: 'Invalid' }, 'test results'],
  ['log-period', { day: '2026-01-01', kind: 'period' }, 'periods'],
  ['report-symptoms', { signs: ['pain'], strength: 'mild', since: '2026-01-01' }, 'symptom reports'],
  ['send-message', { topic: 'My treatment', text: 'Hello' }, 'messages'],
  ['submit-before-treatment-survey', { response: 'neutral' }, 'surveys'],
  ['submit-applicator-use-survey', { responses: EIGHT }, 'surveys'],
  ['submit-safety-check', { answers: {} }, 'safety checks'],
  ['report-outcome', { kind: 'pause' }, 'treatment changes'],
  ['treatment-day', { action: 'cap-out', at: '2026-01-01T00:00:00Z' }, 'timers'],
  ['record-agreement', { person: 'self', words: AGREEMENT_VERSION }, 'agreements'],
  ['take-back', { kind: 'period', id: randomUUID() }, 'corrections'],
];

test('each type of entry has a daily limit, and the refusal says which, until when, and who to call', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.01' });
  for (const [name, body, of] of ENTRIES) {
    const [patient, other] = [await newPatient(server), await newPatient(server)];
    const send = async ({ token }: { token: string }) => {
      // Ten minutes pass; a day does not.
      await server.database.query(
        `update private.limits set window_ends_at = now() where window_ends_at < now() + interval '1 hour'`,
      );
      return fetch(`${server.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    };
    let answer = await send(patient);
    expect(answer.status, name).not.toBe(429);
    for (let sent = 1; sent < 10 && answer.status !== 429; sent += 1) answer = await send(patient);
    expect(answer.status, name).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(((await answer.json()) as { message: string }).message, name).toMatch(
      new RegExp(
        `^You can send up to \\d ${of} a day\\. Please try again in 24 hours\\. If it can’t wait, call your care team\\.$`,
      ),
    );
    expect((await send(other)).status, name).not.toBe(429);
  }
});
