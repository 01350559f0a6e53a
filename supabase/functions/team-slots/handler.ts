import type * as z from 'zod/mini';
import { first } from '../../../domain/booking/own-coach.ts';
import { MAX_DAYS } from '../../../domain/contracts/patient/fetch-appointment-slots.ts';
import {
  TeamSlotsAnswer,
  TeamSlotsRequest,
  type TeamSlots,
} from '../../../domain/contracts/team/team-slots.ts';
import { DAY, instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { defineTeamFunction, type Team } from '../_shared/request/define-team-function.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { freeSlots, whoCouldTake, withoutAppointment } from '../_shared/appointments/scheduling.ts';
import { teamAppointmentIn, type FoundAppointment } from '../_shared/appointments/team-appointment.ts';

type Asked = z.output<typeof TeamSlotsRequest>;

/** The times the patient would be offered, with the host; or the people who could take an existing call. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['appointments', 'call_times'],
  input: TeamSlotsRequest,
  run: async (asked, team) =>
    TeamSlotsAnswer.parse(
      asked.giving === undefined ? await slotsFor(asked, team) : await takers(asked, team),
    ),
});

async function slotsFor(asked: Asked, team: Team): Promise<TeamSlots> {
  const [from, until] = [instantFromIso(asked.searchFrom!), instantFromIso(asked.searchUntil!)];
  if (until <= from) throw invalidInput('searchUntil', 'Please search until after searchFrom');
  if (until - from > MAX_DAYS * DAY) {
    throw invalidInput('searchUntil', `Please search ${MAX_DAYS} days at most`);
  }
  const { appointment, facts } = await factsOf(team, {
    ...(asked.moving === undefined
      ? { patientId: asked.patientId, appointmentType: asked.appointmentType }
      : { id: asked.moving }),
    startTime: asked.searchFrom,
    searchUntil: asked.searchUntil,
  });
  const names = new Map(facts.hosts.map(({ id, name }) => [id, name]));
  const expected = [appointment?.hostId ?? team.person.id, facts.coachId];
  const slots = freeSlots(appointment ? withoutAppointment(facts, appointment) : facts, {
    from,
    until,
    now: team.now().getTime(),
  })
    .filter(({ startsAt }) => startsAt !== appointment?.startsAt)
    .map((slot) => {
      const [id] = first(slot.hostIds, expected);
      return {
        startTime: isoFromInstant(slot.startsAt),
        endTime: isoFromInstant(slot.endsAt),
        host: { id: id!, name: names.get(id!)! },
        free: slot.hostIds.map((host) => facts.hosts.findIndex((each) => each.id === host)),
      };
    });
  return { slots, hosts: facts.hosts.map(named), colleagues: [] };
}

async function takers({ giving }: Asked, team: Team): Promise<TeamSlots> {
  const { appointment, facts } = await factsOf(team, { id: giving });
  const colleagues = whoCouldTake(facts, appointment!)
    .filter(({ id }) => id !== appointment!.hostId)
    .map(named);
  return { slots: [], hosts: [], colleagues };
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

const factsOf = async (team: Team, p_asked: object) =>
  teamAppointmentIn((await team.ask('team_slots', { p_asked })) as FoundAppointment);
