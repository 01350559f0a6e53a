import { beforeAll, expect } from 'vitest';
import { AppointmentType } from '../../../domain/contracts/patient/fetch-appointment-type.ts';
import { closeRecord } from '../../../server/testing/patient.ts';
import { aClinic, assignCoach } from './testing/clinic.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NO_TYPE = 'appointmentType: Please select a type of call';

inBothDeployments('fetch-appointment-type', (deployment) => {
  const ask = async (query: Record<string, string>, token?: string) =>
    deployment.call({ query, token: token ?? (await deployment.patient()).token });
  const known = { query: { appointmentType: 'known-call' } };
  beforeAll(async () => {
    const { database } = deployment.server();
    await database.query(`delete from public.appointment_types where slug = 'known-call'`);
    await aClinic(database, { slug: 'known-call', minutes: 45, notice: 120, horizon: 30 });
  });

  test('a type is described in full', async () => {
    const answer = await ask(known.query);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { id } = AppointmentType.parse(answer.json);
    expect(answer.json).toEqual({
      id,
      slug: 'known-call',
      name: 'Initial Consultation',
      description: 'We talk.',
      duration: 45,
      interactionType: 'video_call',
      horizonDays: 30,
      minimumNoticeMinutes: 120,
      hostName: 'Marisol Vega',
    });
  });

  test('the host is named only if one person takes such calls', async () => {
    const hostOf = async (hosts: number) => {
      const { slug } = await aClinic(deployment.server().database, { hosts });
      return AppointmentType.parse((await ask({ appointmentType: slug })).json).hostName;
    };
    expect(await hostOf(1)).toBe('Marisol Vega');
    expect(await hostOf(2)).toBeUndefined();
    expect(await hostOf(0)).toBeUndefined();
  });

  test('a patient’s own coach is named, and whether others take such calls', async () => {
    const { database } = deployment.server();
    const { slug, hostIds } = await aClinic(database, { hosts: 2 });
    await database.query(`update public.care_team set name = 'Amara Whitfield' where id = $1`, [hostIds[1]]);
    const patient = await deployment.patient();
    const named = async () => {
      const { hostName, others, ownCoach } = AppointmentType.parse(
        (await ask({ appointmentType: slug }, patient.token)).json,
      );
      return { hostName, others, ...(ownCoach !== undefined && { ownCoach }) };
    };
    expect(await named()).toEqual({ hostName: undefined, others: undefined });
    await assignCoach(database, patient, hostIds[1]);
    expect(await named()).toEqual({ hostName: 'Amara Whitfield', others: true });
    await database.query('update public.care_team set active = false where id = $1', [hostIds[0]]);
    expect(await named()).toEqual({ hostName: 'Amara Whitfield', others: undefined });
    // A coach without hours takes no calls, and the page says so.
    await database.query('update public.care_team set active = true where id = $1', [hostIds[0]]);
    await database.query('delete from public.availability where host_id = $1', [hostIds[1]]);
    expect(await named()).toEqual({
      hostName: 'Marisol Vega',
      others: undefined,
      ownCoach: 'Amara Whitfield',
    });
  });

  test('someone who takes no calls at the moment is not named', async () => {
    const { database } = deployment.server();
    const { slug, hostIds } = await aClinic(database, { hosts: 2 });
    await database.query('update public.care_team set active = false where id = $1', [hostIds[0]]);
    expect(AppointmentType.parse((await ask({ appointmentType: slug })).json).hostName).toBe('Marisol Vega');
  });

  test.each([
    'unknown-call',
    'KNOWN-CALL',
    ' known-call',
    `known-call' or '1'='1`,
    '<script>alert(1)</script>',
    'eq.known-call',
    '*',
  ])('%j is no type', async (appointmentType) => {
    expect(await ask({ appointmentType })).toMatchObject({
      status: 404,
      json: { code: 'unknown_appointment_type', message: 'We can’t find this call type.' },
    });
  });

  test.each([
    [{}],
    [{ appointmentType: '' }],
    [{ appointmentType: 'x'.repeat(61) }],
    [{ slug: 'known-call' }],
  ])('the question %o is refused', async (query: Record<string, string>) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: NO_TYPE },
    });
  });

  test('a patient who has not consented yet may ask; someone without a record may not', async () => {
    const newcomer = await deployment.patient({ consent: false });
    expect((await ask(known.query, newcomer.token)).status).toBe(200);
    await closeRecord(deployment.server(), newcomer);
    expect(await ask(known.query, newcomer.token)).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  patientAccessTests(deployment, { method: 'GET', ...known });
});
