import { expect, test } from 'vitest';
import { LogPeriodAnswer } from '../../../domain/contracts/log-period.ts';
import { PERIOD_KINDS } from '../../../domain/cycle/facts.ts';
import { addDays } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { inBothDeployments } from './testing/deployments.ts';
import { agree, setUpFamily } from './testing/safety.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const todayIn = (zone: string) => localDate(Date.now(), zone);
const today = todayIn('UTC');
const body = { day: today, kind: 'period' };

inBothDeployments('log-period', (deployment) => {
  test.each(PERIOD_KINDS)('%s is stored as it was sent, and the patient can read it', async (kind) => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: { day: today, kind }, token: patient.token });
    const { id } = LogPeriodAnswer.parse(answer.json);
    expect(answer).toMatchObject({ status: 200, json: { id, day: today, kind } });
    const { data } = await patient.client.from('periods').select('id,day,kind,withdrawn_at');
    expect(data).toEqual([{ id, day: today, kind, withdrawn_at: null }]);
  });

  test('today is the patient’s own, east and west of the date line', async () => {
    const { token } = await deployment.patient();
    for (const zone of [EAST, WEST]) {
      const headers = { 'x-client-timezone': zone };
      const sent = (day: string) => deployment.call({ body: { ...body, day }, token, headers });
      expect((await sent(todayIn(zone))).status).toBe(200);
      expect(await sent(addDays(todayIn(zone), 1))).toMatchObject({
        status: 400,
        json: { message: 'day: The day cannot be in the future' },
      });
    }
  });

  test('the period of a surrogate is kept with their agreement alone', async () => {
    const patient = await deployment.patient();
    const log = () => deployment.call({ body, token: patient.token });
    await setUpFamily(deployment, patient, 'Single male with surrogate');
    expect(await log()).toMatchObject({ status: 403, json: { code: 'agreement_required' } });
    expect(await deployment.rows('periods', patient)).toEqual([]);
    await agree(deployment, patient, true);
    expect((await log()).status).toBe(200);
    await agree(deployment, patient, false);
    expect(await log()).toMatchObject({ status: 403, json: { code: 'agreement_required' } });
  });

  badInputTests(deployment, [
    refused({ ...body, day: '2099-01-01' }, 'day: The day cannot be in the future'),
    refused({ ...body, day: addDays(today, -367) }, 'day: The day is more than a year ago'),
    refused({ ...body, day: '2026-02-30' }, 'day: Please enter a date such as 2026-11-18'),
    refused({ ...body, kind: 'spotting' }, 'kind: Please choose period, bleed-with-loss or unsure'),
    refused({}, 'day: Please enter a date such as 2026-11-18'),
  ]);
  submissionTests(deployment, { table: 'periods', body, otherBody: { ...body, kind: 'unsure' } });
});
