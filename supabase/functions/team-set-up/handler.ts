import { TeamSetUpAnswer, TeamSetUpRequest } from '../../../domain/contracts/team/team-set-up.ts';
import { askTeam } from '../_shared/team/ask-team.ts';
import { answering, readInput } from '../_shared/request/define-function.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { setUpCodeHash } from '../_shared/team/set-up-code.ts';

/**
 * Makes this session's factor the person's. The only function someone calls before they have one. The session
 * proves the mailbox, the second factor the app, and the person got the code in person or by phone.
 */
export const handler = answering('POST', async (request, context) => {
  const email = (await askTeam(context, 'team_begin_set_up', {})) as string;
  const { setUpCode } = await readInput(TeamSetUpRequest, request);
  const answer = await askTeam(context, 'team_set_up', {
    p_code_hash: await setUpCodeHash(context, email, setUpCode),
  });
  const { isSetUp, isEnded, ...person } = answer as { isSetUp: boolean; isEnded?: boolean };
  if (isSetUp) return TeamSetUpAnswer.parse(person);
  throw new FunctionProblem(
    403,
    'wrong_code',
    isEnded
      ? 'This setup code no longer works. Ask the person who invited you for a new one.'
      : 'That code is wrong or has expired. Ask the person who gave it to you. After five wrong tries, it stops working.',
  );
});
