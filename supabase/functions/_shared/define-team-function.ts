import type * as z from 'zod/mini';
import {
  BACKGROUND,
  TeamSessionAnswer,
  type TeamRole,
  type TeamSession,
} from '../../../domain/contracts/team-session.ts';
import { askTeam } from './ask-team.ts';
import type { FunctionContext } from './context.ts';
import { answering, readInput, type Handler, type Incoming } from './define-function.ts';

type Definition<Input extends z.ZodMiniType = z.ZodMiniUnknown> = {
  method: 'GET' | 'POST';
  /** Who may call it. The database looks at the person's role at each call. */
  roles: [TeamRole, ...TeamRole[]];
  /** The kinds of things of patients that it reads, as the audit log names them. It can note no other. */
  reads: string[];
  /** Left out where nothing is sent. */
  input?: Input;
  run: (input: z.output<Input>, team: Team, headers: Headers) => Promise<unknown>;
};

/**
 * What a function of the care team works with. There is no way to a table: a procedure enters as the person who calls
 * (private.enter_team) in the transaction in which it reads or writes, so that nothing is done in nobody's name.
 */
export type Team = Pick<FunctionContext, 'keyedHash' | 'now' | 'portal'> & {
  person: TeamSession;
  ask: (procedure: `team_${string}`, values?: Record<string, unknown>) => Promise<unknown>;
};

/** One function of the care team's: person, factor, session and role are checked before what was sent is read. */
export function defineTeamFunction<Input extends z.ZodMiniType = z.ZodMiniUnknown>({
  method,
  roles,
  reads,
  input,
  run,
}: Definition<Input>): Handler {
  return answering(method, async (request, context) => {
    const entered = await askTeam(context, 'team_enter', { p_roles: roles, p_is_act: isAct(request) });
    const { keyedHash, now, portal } = context;
    const team: Team = {
      keyedHash,
      now,
      portal,
      person: TeamSessionAnswer.parse(entered),
      ask: (procedure, values) => askTeam(context, procedure, { p_roles: roles, p_reads: reads, ...values }),
    };
    const sent = input ? await readInput(input, request) : undefined;
    return run(sent as z.output<Input>, team, request.headers);
  });
}

const isAct = ({ method, headers }: Incoming): boolean =>
  method !== 'GET' || headers.get(BACKGROUND) !== 'true';
