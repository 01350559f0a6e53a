import { howItEnds } from '../../../domain/worklist/how-it-ends.ts';
import { refusalOf, type Refusal } from '../../../domain/worklist/decide.ts';
import { endsOf } from '../../../domain/worklist/ends.ts';
import type { ItemWithDecision } from '../../../domain/worklist/item-with-decision.ts';
import { safetyCheck } from '../../../domain/worklist/rules/safety-check.ts';
import { isFitFor } from '../../../domain/worklist/who-may-end.ts';
import {
  TeamDecideAnswer,
  TeamDecideRequest,
  type TeamDecision,
} from '../../../domain/contracts/team/team-decide.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { TeamPeopleAnswer } from '../../../domain/contracts/team/team-people.ts';
import { careNewsEmail, storedEmail } from '../../../domain/notifications/care-notices.ts';
import { defineTeamFunction, type WritingTeam } from '../_shared/request/define-team-function.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { itemsFor, type WorklistRows } from '../_shared/team/worklist.ts';

/** One decision about an item this person sees. If two arrive at the same moment, the database stores one. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['attention', 'administrative_items'],
  input: TeamDecideRequest,
  run: async (act, team) => {
    const facts = (await team.ask('team_today', { p_key: act.key })) as WorklistRows;
    const items = await itemsFor(team, facts, team.now().getTime());
    const item = items.find(({ key }) => key === act.key);
    if (!item)
      throw new FunctionProblem(403, 'not_allowed', 'This item no longer exists, or it isn’t yours.');
    try {
      return await decide(act, item, { team, ...reviewOf(item, items) });
    } catch (problem) {
      // A refusal reveals that the item exists, so it is logged as a read, like Today.
      if (problem instanceof FunctionProblem && item.patient)
        await team.ask('team_item_patients', { p_patients: [item.patient.id] });
      throw problem;
    }
  },
});

type Deciding = { team: WritingTeam } & ReturnType<typeof reviewOf>;

async function decide(
  act: TeamDecision,
  item: ItemWithDecision,
  { team, check, others }: Deciding,
): Promise<unknown> {
  requireAllowed(act, item, team);
  if (act.decision === 'hand-over') await requireColleague(act, item, team);
  const write = (procedure: `team_${string}`, p_act: object) =>
    team.write(procedure, { p_patient: item.patient?.id ?? null, p_act });
  // If a safety check ends without being cleared, the patient stays blocked and is told.
  return TeamDecideAnswer.parse(
    await (act.decision === 'done' && act.outcome === 'kept-blocked'
      ? write('team_keep_blocked', {
          ...act,
          mail: storedEmail(careNewsEmail(team.portal.siteUrl)),
          check,
          others,
        })
      : write('team_decide', stored(act, item))),
  );
}

/** The safety check whose answers were read, and the patient's other open items about it. */
function reviewOf(item: ItemWithDecision, items: readonly ItemWithDecision[]) {
  const about = items.filter(
    ({ rule, patient }) =>
      patient?.id === item.patient?.id && endsOf({ rule }).outcomes.includes('kept-blocked'),
  );
  return {
    check: about.find(({ rule }) => rule === safetyCheck.id)?.key.slice(safetyCheck.id.length + 1),
    others: about.filter(({ key, isDone }) => key !== item.key && !isDone).map(({ key }) => key),
  };
}

/**
 * The database counts decisions and stores the newest report that was seen. One that arrives meanwhile stays
 * open.
 */
function stored(act: TeamDecision, { whyOfAll, version, decisions, lastAt }: ItemWithDecision) {
  if (!whyOfAll || act.decision === 'reopen') return act;
  if (act.version !== undefined && act.version !== version)
    throw new FunctionProblem(
      409,
      'changed_meanwhile',
      'The patient reported this again, or a colleague already handled it. Please check again.',
    );
  return {
    ...act,
    ...(act.version !== undefined && { version: decisions }),
    seenUntil: isoFromInstant(lastAt),
  };
}

/** By the rule's outcomes. */
function requireAllowed(act: TeamDecision, item: ItemWithDecision, team: WritingTeam): void {
  const remindAt = 'remindAt' in act && act.remindAt ? instantFromIso(act.remindAt) : null;
  const refused = refusalOf({ ...act, remindAt }, item, team.person, team.now().getTime());
  if (refused) throw PROBLEMS[refused](item);
}

const PROBLEMS: Record<Refusal, (item: ItemWithDecision) => FunctionProblem> = {
  'not-theirs': ({ owner }) => new FunctionProblem(403, 'not_allowed', WHOSE[owner]),
  'ends-otherwise': (item) => new FunctionProblem(403, 'not_allowed', howItEnds(item)),
  'comment-missing': () => invalidInput('words', 'Please enter a comment'),
  'comment-unseen': () =>
    invalidInput('words', 'This item is about no patient, so no one would read a comment'),
  urgent: () => new FunctionProblem(403, 'not_allowed', 'An urgent item can’t be put off.'),
  'no-time': () => invalidInput('remindAt', 'Please select a time in the next 7 days'),
};

/** An item can only be handed off to another person who can end it. */
async function requireColleague(
  { to }: Extract<TeamDecision, { decision: 'hand-over' }>,
  item: ItemWithDecision,
  team: WritingTeam,
): Promise<void> {
  if (to === team.person.id) throw invalidInput('to', 'Select a colleague. You can’t hand off to yourself.');
  const people = TeamPeopleAnswer.shape.people.parse(await team.ask('team_people'));
  const colleague = people.find(({ id }) => id === to);
  if (!colleague || !isFitFor(item, colleague.role))
    throw invalidInput('to', WHOSE[endsOf(item).acts.includes('reply') ? 'coach' : item.owner]);
}

const WHOSE: Record<ItemWithDecision['owner'], string> = {
  coach: 'Only a coach or clinician can do this.',
  clinician: 'Only a clinician can do this.',
  administrator: 'Only an administrator can do this.',
  host: 'Only the call’s host or a clinician can do this.',
};
