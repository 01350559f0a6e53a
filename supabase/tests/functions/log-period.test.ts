import { expect } from 'vitest';
import { LogPeriodAnswer } from '../../../domain/contracts/patient/log-period.ts';
import { PERIOD_KINDS } from '../../../domain/cycle/period.ts';
import { addDays } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { agree, ownBody, setUpFamily } from './testing/safety.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Pago_Pago';
const todayIn = (zone: string) => localDate(Date.now(), zone);
// For a clinic without a time zone.
const today = todayIn(UNSET_CLINIC_ZONE);
const body = { day: today, kind: 'period' };

inBothDeployments('log-period', (deployment) => {
  test.each(PERIOD_KINDS)('%s is stored as sent, and the patient can read it', async (kind) => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: { day: today, kind }, token: patient.token });
    const { id } = LogPeriodAnswer.parse(answer.json);
    expect(answer).toMatchObject({ status: 200, json: { id, day: today, kind } });
    const { data } = await patient.client.from('periods').select('id,day,kind,withdrawn_at');
    expect(data).toEqual([{ id, day: today, kind, withdrawn_at: null }]);
  });

  test('today is the patient’s local day, east and west of the date line', async () => {
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

  test('a surrogate’s period is stored only with their agreement', async () => {
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

  test('a day has one period: a repeat is the first, and another type corrects it', async () => {
    const patient = await deployment.patient();
    const log = async (kind: string, day = today) =>
      LogPeriodAnswer.parse((await deployment.call({ body: { day, kind }, token: patient.token })).json);
    const kept = async () => {
      const { data } = await patient.client.from('periods').select('id,kind').is('withdrawn_at', null);
      return data;
    };
    const first = await log('period');
    expect(await log('period')).toEqual(first);
    const corrected = await log('unsure');
    expect(corrected).toMatchObject({ day: today, kind: 'unsure' });
    expect(await kept()).toEqual([{ id: corrected.id, kind: 'unsure' }]);
    expect(await deployment.rows('periods', patient)).toHaveLength(2);
    await log('period', addDays(today, -28));
    expect(await kept()).toHaveLength(2);
  });

  test('a period close after another one can be confirmed as a new one, once, and only as a period', async () => {
    const patient = await deployment.patient();
    const log = async (sent: object) =>
      LogPeriodAnswer.parse((await deployment.call({ body: sent, token: patient.token })).json);
    const known = async () => {
      const { data } = await patient.client.rpc('own_cycle');
      return (data as { periods: { day: string; isConfirmed: boolean }[] }).periods;
    };
    const confirmedAt = async () =>
      (await deployment.rows<{ confirmed_at: string | null }>('periods', patient)).map(
        (row) => row.confirmed_at,
      );
    await log({ day: addDays(today, -10), kind: 'period' });
    const { id } = await log(body);
    expect((await known()).map(({ isConfirmed }) => isConfirmed)).toEqual([false, false]);
    expect(await log({ ...body, confirmed: true })).toMatchObject({ id });
    expect(await known()).toMatchObject([
      { day: today, isConfirmed: true },
      { day: addDays(today, -10), isConfirmed: false },
    ]);
    const first = await confirmedAt();
    await log({ ...body, confirmed: true });
    await log(body);
    expect(await confirmedAt()).toEqual(first);
    await log({ day: today, kind: 'unsure', confirmed: true });
    expect((await known())[0]).toMatchObject({ day: today, kind: 'unsure', isConfirmed: false });
  });

  test('ten devices at the same moment log one period', async () => {
    const patient = await deployment.patient();
    const answers = await Promise.all(
      PERIOD_KINDS.flatMap((kind) => [kind, kind, kind, kind]).map((kind) =>
        deployment.call({
          body: { day: today, kind },
          token: patient.token,
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { data } = await patient.client.from('periods').select('id').is('withdrawn_at', null);
    expect(data).toHaveLength(1);
  });

  test('a repeat of a corrected entry stays corrected', async () => {
    const patient = await deployment.patient();
    const sent = (kind: string, id: string) =>
      deployment.call({
        body: { day: today, kind },
        token: patient.token,
        headers: { 'Idempotency-Key': id },
      });
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await sent('period', first);
    await sent('unsure', second);
    expect(await sent('period', first)).toMatchObject({ status: 200, json: { kind: 'period' } });
    const { data } = await patient.client.from('periods').select('kind').is('withdrawn_at', null);
    expect(data).toEqual([{ kind: 'unsure' }]);
  });

  test('two people have their own periods, and the portal shows the current one’s', async () => {
    const patient = await deployment.patient();
    const log = (day: string) => deployment.call({ body: { day, kind: 'period' }, token: patient.token });
    const shown = async () => {
      const { data } = await patient.client.rpc('own_cycle');
      return (data as { periods: { day: string }[] }).periods.map(({ day }) => day);
    };
    const [own, both] = [addDays(today, -28), today];
    for (const day of [own, both]) await log(day);
    await setUpFamily(deployment, patient, 'Single male with surrogate');
    expect(await shown()).toEqual([]);
    await agree(deployment, patient, true);
    expect(await shown()).toEqual([]);
    await log(both);
    expect(await shown()).toEqual([both]);
    await agree(deployment, patient, true, 'Alex Moor');
    expect(await shown()).toEqual([]);
    await agree(deployment, patient, true, ' robin vale ');
    expect(await shown()).toEqual([both]);
    await ownBody(deployment, patient);
    expect(await shown()).toEqual([both, own]);
  });

  badInputTests(deployment, [
    refused({ ...body, day: '2099-01-01' }, 'day: The day cannot be in the future'),
    refused({ ...body, day: addDays(today, -367) }, 'day: The day is more than a year ago'),
    refused({ ...body, day: '2026-02-30' }, 'day: Please enter a date such as 2026-11-18'),
    refused({ ...body, kind: 'spotting' }, 'kind: Please select period, bleed-with-loss or unsure'),
    refused({}, 'day: Please enter a date such as 2026-11-18'),
  ]);
  submissionTests(deployment, {
    table: 'periods',
    body,
    otherBody: { ...body, kind: 'unsure' },
    nextBody: { ...body, day: addDays(today, -28) },
  });
});
