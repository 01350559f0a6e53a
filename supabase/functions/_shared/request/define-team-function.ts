import type * as z from 'zod/mini';
import {
  BACKGROUND,
  TeamSessionAnswer,
  type TeamRole,
  type TeamSession,
} from '../../../../domain/contracts/team/team-session.ts';
import { askTeam } from '../team/ask-team.ts';
import { clinicZone } from '../team/clinic-zone.ts';
import type { FunctionContext } from './context.ts';
import { answering, Nothing, readInput, type Handler, type Incoming } from './define-function.ts';
import { takeFromLimit, type Limit } from './limits.ts';
import { FunctionProblem } from '../answer/problem.ts';
import { submissionIdOf } from '../patients/submission.ts';

type Method = 'GET' | 'POST';
type Definition<M extends Method, Input extends z.ZodMiniType = z.ZodMiniUnknown> = {
  method: M;
  /** Who may call it. The database looks at the person's role at each call. */
  roles: [TeamRole, ...TeamRole[]];
  /** The types of things of patients that it reads, as the audit log names them. It can note no other. */
  reads: string[];
  /** Functions that say what comes next: a person who still has to set up an app, or waits for their role, is not refused. */
  atEntrance?: boolean;
  /** Left out if nothing is sent. */
  input?: Input;
  run: (input: z.output<Input>, team: M extends 'POST' ? WritingTeam : Team) => Promise<unknown>;
};

type Ask = (procedure: `team_${string}`, values?: Record<string, unknown>) => Promise<unknown>;

/**
 * What a function of the care team works with. There is no way to a table: a procedure enters as the person
 * who calls (private.enter_team) in the transaction in which it reads or writes, so that nothing is done in
 * no one's name.
 */
export type Team = Pick<
  FunctionContext,
  'fetchCalendar' | 'keyedHash' | 'now' | 'parse' | 'portal' | 'signCallToken'
> & {
  person: TeamSession;
  /** For a file whose name a procedure gave out, which has noted that it is read. */
  linkFile: FunctionContext['files']['link'];
  ask: Ask;
  clinicZone: () => Promise<string>;
};

export type WritingTeam = Team & {
  /** Of this request; of every try at it, where the caller sent one. */
  key: string;
  /** For what a message carries, under the name that a procedure gave out. */
  files: Pick<FunctionContext['files'], 'read' | 'add' | 'remove'>;
  /** Counts one use against a limit of this person. */
  count: (limit: Limit) => Promise<void>;
  report: FunctionContext['report'];
  /** Asks a procedure that does the same request once, and answers a repeat as the first time (private.earlier_answer). */
  write: Ask;
};

/** Far more than anyone writes, even with automatic saves of drafts. */
const WRITES = { name: 'team-writes', max: 600, seconds: 600 };

/** One function of the care team's: person, factor, session and role are checked before what was sent is read. */
export function defineTeamFunction<M extends Method, Input extends z.ZodMiniType = z.ZodMiniUnknown>({
  method,
  roles,
  reads,
  atEntrance = false,
  input,
  run,
}: Definition<M, Input>): Handler {
  return answering(method, async (request, context) => {
    const entering = { p_roles: roles, p_is_act: isAct(request) };
    const entered = await askTeam(context, 'team_enter', entering, { atEntrance });
    const { fetchCalendar, keyedHash, now, parse, portal, signCallToken } = context;
    const team: Team = {
      fetchCalendar,
      keyedHash,
      now,
      parse,
      portal,
      signCallToken,
      person: TeamSessionAnswer.parse(entered),
      linkFile: context.files.link,
      clinicZone: () => clinicZone(context),
      ask: (procedure, values) => askTeam(context, procedure, { p_roles: roles, p_reads: reads, ...values }),
    };
    if (method === 'POST') await takeFromLimit(context, WRITES, team.person.id);
    const sent = (await readInput(input ?? Nothing, request)) as z.output<Input>;
    const { files, report } = context;
    const count = (limit: Limit) => takeFromLimit(context, limit, team.person.id);
    const given =
      method === 'POST' ? { ...team, files, report, count, ...writing(team, request, sent) } : team;
    return run(sent, given as Parameters<typeof run>[1]);
  });
}

type ReadDefinition<Input extends z.ZodMiniType> = Pick<Definition<'GET'>, 'roles' | 'reads'> & {
  input: Input;
  /** Enters as the person who calls, as `team_enter` does, and reads in the same transaction. */
  procedure: `team_${string}`;
  values: (input: z.output<Input>) => Record<string, unknown>;
  answer: (read: unknown, now: Date, context: FunctionContext, sent: z.output<Input>) => unknown;
};

/** As `defineTeamFunction`, for pages that are opened all day: one question to the database both enters and reads. */
export function defineTeamRead<Input extends z.ZodMiniType>({
  roles,
  reads,
  input,
  procedure,
  values,
  answer,
}: ReadDefinition<Input>): Handler {
  return answering('GET', async (request, context) => {
    const entering = { p_roles: roles, p_is_act: isAct(request) };
    try {
      const sent = await readInput(input, request);
      const read = await askTeam(context, procedure, { ...entering, p_reads: reads, ...values(sent) });
      return await answer(read, context.now(), context, sent);
    } catch (problem) {
      // A person who may not enter is told so first. One who may has acted, whatever became of the request.
      const isRefused = problem instanceof FunctionProblem && problem.status === 401;
      if (!isRefused) await askTeam(context, 'team_enter', entering);
      throw problem;
    }
  });
}

const isAct = ({ method, headers }: Incoming): boolean =>
  method !== 'GET' || headers.get(BACKGROUND) !== 'true';

function writing({ ask, keyedHash }: Team, { headers }: Incoming, sent: unknown) {
  const key = submissionIdOf(headers) ?? crypto.randomUUID();
  const write: Ask = async (procedure, values) => {
    const hash = await keyedHash(`team request\0${procedure}\0${JSON.stringify(sent)}`);
    return ask(procedure, { ...values, p_request: { key, hash } });
  };
  return { key, write };
}
