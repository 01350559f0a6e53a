import type * as z from 'zod/mini';
import type { ClinicHours } from '../../../../domain/coach/clinic-hours.ts';
import {
  BACKGROUND,
  TeamSessionAnswer,
  type TeamRole,
  type TeamSession,
} from '../../../../domain/contracts/team/team-session.ts';
import { askTeam } from '../team/ask-team.ts';
import { clinicHours } from '../team/clinic-hours.ts';
import type { FunctionContext } from './context.ts';
import { answering, Nothing, readInput, type Handler, type Incoming } from './define-function.ts';
import { takeFromLimit, type Limit } from './limits.ts';
import { FunctionProblem } from '../answer/problem.ts';
import { submissionIdOf } from '../patients/submission.ts';

type Method = 'GET' | 'POST';
type Definition<M extends Method, Input extends z.ZodMiniType = z.ZodMiniUnknown> = {
  method: M;
  /** The roles that may call it. The database checks the person's role on each call. */
  roles: [TeamRole, ...TeamRole[]];
  /** The types of patient data it reads, by the audit log's names. It can log no others. */
  reads: string[];
  /**
   * For functions that say what comes next: someone who still has to set up an app, or whose role isn't
   * approved yet, isn't refused.
   */
  atEntrance?: boolean;
  /** Missing if nothing is sent. */
  input?: Input;
  run: (input: z.output<Input>, team: M extends 'POST' ? WritingTeam : Team) => Promise<unknown>;
};

type Ask = (procedure: `team_${string}`, values?: Record<string, unknown>) => Promise<unknown>;

/**
 * A team function's tools. It can't reach tables: a procedure enters as the caller (private.enter_team) in
 * the same transaction in which it reads or writes, so that everything is done in someone's name.
 */
export type Team = Pick<
  FunctionContext,
  'fetchCalendar' | 'keyedHash' | 'now' | 'parse' | 'portal' | 'signCallToken'
> & {
  person: TeamSession;
  /** For a file whose name came from a procedure, which has logged the read. */
  linkFile: FunctionContext['files']['link'];
  ask: Ask;
  clinicHours: () => Promise<ClinicHours>;
};

export type WritingTeam = Team & {
  /** This request's id, or that of all its tries if the caller sent one. */
  key: string;
  /** For a message's files, under the name from a procedure. */
  files: Pick<FunctionContext['files'], 'read' | 'add' | 'remove'>;
  /** Counts one use against this person's limit. */
  count: (limit: Limit) => Promise<void>;
  report: FunctionContext['report'];
  /**
   * Calls a procedure that runs a request once and answers a retry with the first result
   * (private.earlier_answer).
   */
  write: Ask;
};

/** Far more than anyone writes, even with drafts that save themselves. */
const WRITES = { name: 'team-writes', max: 600, seconds: 600 };

/**
 * Defines one function of the care team. Person, factor, session and role are checked before the input is
 * read.
 */
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
      clinicHours: () => clinicHours(context),
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
  /** Enters as the caller, like `team_enter`, and reads in the same transaction. */
  procedure: `team_${string}`;
  values: (input: z.output<Input>) => Record<string, unknown>;
  answer: (read: unknown, now: Date, context: FunctionContext, sent: z.output<Input>) => unknown;
};

/** Like `defineTeamFunction`, for pages that are open all day: one query both enters and reads. */
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
      // A person without access learns that first. One with access has acted, whatever the request's result.
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
