import { AGREEMENT } from '../../../../domain/copy/agreement.ts';
import type { Answers } from '../../../../domain/onboarding/questionnaire.ts';
import {
  applicatorPerson,
  needsAgreement,
  type ApplicatorPerson,
  type StatedAgreement,
} from '../../../../domain/safety/agreement.ts';
import type { FunctionContext } from '../request/context.ts';
import { FunctionProblem } from '../answer/problem.ts';

type Facts = { familySetUp: Answers['family_set_up'] | null; stated: StatedAgreement | null };
type Agreement = { isNeeded: boolean; person: ApplicatorPerson; name: string | null };

/**
 * Who uses the applicator, and whether they still have to agree. The calling function has checked the
 * patient.
 */
export async function fetchAgreement({ service }: FunctionContext, userId: string): Promise<Agreement> {
  const { data } = await service.rpc('agreement_facts', { p_user: userId }).throwOnError();
  const facts = data as Facts;
  return {
    isNeeded: needsAgreement(facts),
    person: applicatorPerson(facts),
    name: facts.stated?.name ?? null,
  };
}

/** For entries about the person who uses the applicator. */
export async function requireAgreement(context: FunctionContext, userId: string): Promise<void> {
  const { isNeeded } = await fetchAgreement(context, userId);
  if (isNeeded) throw new FunctionProblem(403, 'agreement_required', AGREEMENT.required);
}
