import { isoFromInstant, MINUTE, type Instant } from '../../../../domain/time/instant.ts';
import type { Patient } from '../../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../../server/testing/team.ts';
import type { TestServer } from '../../../../server/testing/test-server.ts';
import { aClinic, daysAhead, keepCall } from './clinic.ts';

export const START = daysAhead(3, '10:00', 'Europe/London');
export const LATER = daysAhead(4, '14:30', 'Europe/London');

export const times = (startsAt: Instant, minutes = 30) => ({
  startTime: isoFromInstant(startsAt),
  endTime: isoFromInstant(startsAt + minutes * MINUTE),
});

/** A call type whose hosts are team members who work every day from eight to six in London. */
export async function aTeamClinic(server: TestServer, hosts: Member[], choices = {}) {
  const clinic = await aClinic(server.database, { hosts: 0, ...choices });
  for (const { person } of hosts) {
    await server.database.query(
      `insert into public.appointment_type_hosts (appointment_type_id, host_id) values ($1, $2)`,
      [clinic.typeId, person],
    );
    await server.database.query(
      `insert into public.availability (host_id, weekday, starts_at, ends_at)
       select $1, weekday, '08:00', '18:00' from generate_series(1, 7) as weekday on conflict do nothing`,
      [person],
    );
  }
  return { ...clinic, hostIds: hosts.map(({ person }) => person) };
}

/** A host, a colleague who takes the same calls, and a call booked with the host. */
export async function aBookedCall(server: TestServer, patient: Patient, startsAt = START) {
  const [host, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  const clinic = await aTeamClinic(server, [host, colleague]);
  return { host, colleague, clinic, id: await keepCall(server.database, patient, { clinic, startsAt }) };
}
