import { safetyCheck } from '../../../domain/worklist/rules/safety-check.ts';
import {
  endsByAnswer,
  isFitFor,
  mayEnd,
  type ItemWithDecision,
} from '../../../domain/worklist/item-with-decision.ts';
import {
  TeamDecideAnswer,
  TeamDecideRequest,
  type TeamDecision,
} from '../../../domain/contracts/team/team-decide.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { TeamPeopleAnswer } from '../../../domain/contracts/team/team-people.ts';
import { careNewsMail, storedMail } from '../../../domain/notifications/care-notices.ts';
import { defineTeamFunction, type WritingTeam } from '../_shared/request/define-team-function.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { itemsFor, type WorklistRows } from '../_shared/team/worklist.ts';

/** One decision about one item. Only what is there and shown to this person can be decided; of two at once the database keeps one. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['attention', 'administrative_items'],
  input: TeamDecideRequest,
  run: async (act, team) => {
    const facts = (await team.ask('team_today', { p_key: act.key })) as WorklistRows;
    const item = (await itemsFor(team, facts, team.now().getTime())).find(({ key }) => key === act.key);
    if (!item)
      throw new FunctionProblem(403, 'not_allowed', 'This item is not there any more, or not yours.');
    try {
      return await decide(act, item, team);
    } catch (problem) {
      // A refusal says that the item is there: a read, as on Today.
      if (problem instanceof FunctionProblem && item.patient)
        await team.ask('team_show_items', { p_patients: [item.patient.id] });
      throw problem;
    }
  },
});

async function decide(act: TeamDecision, item: ItemWithDecision, team: WritingTeam): Promise<unknown> {
  await requireRole(act, item, team);
  const write = (procedure: `team_${string}`, p_act: object) =>
    team.write(procedure, { p_patient: item.patient?.id ?? null, p_act });
  // Ended without being cleared, a safety check keeps the patient blocked: they get to know.
  return TeamDecideAnswer.parse(
    await (act.decision === 'done' && item.rule === safetyCheck.id
      ? write('team_keep_blocked', { ...act, mail: storedMail(careNewsMail(team.portal.siteUrl)) })
      : write('team_decide', stored(act, item))),
  );
}

/** The database counts decisions and keeps the newest report that was seen: one that arrives meanwhile stays open. */
function stored(act: TeamDecision, { again, version, decisions, lastAt }: ItemWithDecision) {
  if (!again || act.decision === 'reopen') return act;
  if (act.version !== undefined && act.version !== version)
    throw new FunctionProblem(
      409,
      'changed_meanwhile',
      'The patient has reported this again, or a colleague has decided. Please look again.',
    );
  return {
    ...act,
    ...(act.version !== undefined && { version: decisions }),
    seenUntil: isoFromInstant(lastAt),
  };
}

/** 'Take' is for everybody who sees it: it stops no clock. */
async function requireRole(act: TeamDecision, item: ItemWithDecision, team: WritingTeam): Promise<void> {
  if (act.decision === 'done' && endsByAnswer(item))
    throw new FunctionProblem(
      403,
      'not_allowed',
      "Please answer in the conversation. If you spoke by phone, write what was said and press 'Answered by phone'.",
    );
  if ((act.decision === 'done' || act.decision === 'reopen') && !mayEnd(item, team.person))
    throw new FunctionProblem(403, 'not_allowed', WHOSE[item.owner]);
  if (act.decision !== 'hand-over') return;
  if (act.to === team.person.id)
    throw invalidInput('to', 'Select a colleague. You can’t hand off to yourself.');
  const people = TeamPeopleAnswer.shape.people.parse(await team.ask('team_people'));
  const colleague = people.find(({ id }) => id === act.to);
  if (!colleague || !isFitFor(item, colleague.role))
    throw invalidInput('to', WHOSE[endsByAnswer(item) ? 'coach' : item.owner]);
}

const WHOSE: Record<ItemWithDecision['owner'], string> = {
  coach: 'This is for a coach or a clinician.',
  clinician: 'This is for a clinician.',
  administrator: 'This is for an administrator.',
  host: 'This is for the host of the call, or a clinician.',
};
