import { expect, test } from 'vitest';
import { aClinic, bookingOf, daysAhead, keepCall } from '../../supabase/tests/functions/testing/clinic.ts';
import { inBothDeployments } from '../../supabase/tests/functions/testing/deployments.ts';

inBothDeployments('schedule-appointment', (deployment) => {
  const book = (token: string, body: unknown) => deployment.call({ body, token });

  test('with ten upcoming calls, no one books another until one is canceled or over', async () => {
    const { database } = deployment.server();
    const clinic = await aClinic(database);
    const patient = await deployment.patient();
    for (let day = 1; day <= 8; day += 1)
      await keepCall(database, patient, { clinic, startsAt: daysAhead(3 + day, '10:00') });
    await keepCall(database, patient, { clinic, startsAt: daysAhead(-3, '10:00') });
    await keepCall(database, patient, { clinic, startsAt: daysAhead(20, '10:00'), status: 'cancelled' });
    const answers = await Promise.all(
      ['11:00', '12:00', '13:00', '14:00'].map((time) =>
        book(patient.token, bookingOf(clinic, daysAhead(3, time))),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)?.json).toEqual({
      code: 'too_many_calls',
      message: 'You already have 10 upcoming calls. Please cancel one before you book another.',
    });
    await database.query(
      `update public.appointments set status = 'cancelled' where id =
         (select id from public.appointments where user_id = $1 and status = 'booked' and starts_at > now() limit 1)`,
      [patient.id],
    );
    expect((await book(patient.token, bookingOf(clinic, daysAhead(3, '15:00')))).status).toBe(200);
  });
});
