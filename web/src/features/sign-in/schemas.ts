import * as z from 'zod/mini';

const Email = z.email('Please enter a valid email address');
const Code = z.string().check(z.length(6, 'Please enter a valid OTP code'));

export const emailProblem = (email: string): string | undefined => firstIssue(Email.safeParse(email));
export const codeProblem = (code: string): string | undefined => firstIssue(Code.safeParse(code));

const firstIssue = (result: z.core.util.SafeParseResult<string>) => result.error?.issues[0]?.message;
