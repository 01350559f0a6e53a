import type * as z from 'zod/mini';
import { phoneNumberOf } from '../../../domain/account/phone-number.ts';
import {
  ConfirmPhoneRequest,
  type ConfirmPhoneAnswer,
} from '../../../domain/contracts/patient/confirm-phone.ts';
import { phoneCode } from '../../../domain/notifications/phone-code.ts';
import { messageRow } from '../_shared/appointments/appointment-notifications.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { takeFromLimit } from '../_shared/request/limits.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { FunctionProblem, tooManyRequests } from '../_shared/answer/problem.ts';
import { sixDigits } from '../_shared/request/six-digits.ts';

type Answer = z.output<typeof ConfirmPhoneAnswer>;

// Each one texts a number that may be a stranger's.
const CODES = { name: 'phone-code', max: 5, seconds: 3_600, isFixed: true };
const CODES_TO_A_NUMBER = { name: 'phone-code-to', max: 5, seconds: 86_400, isFixed: true };

/**
 * A number becomes the patient's when they enter the code texted to it. Until then it gets only that code.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ConfirmPhoneRequest,
  run: async ({ phone, code }, context): Promise<Answer> => {
    const userId = await requireConsent(context);
    if (!(await sendsTexts(context))) throw new FunctionProblem(409, 'not_now', "We don't send texts.");
    return code === undefined
      ? sendCode(context, userId, phoneNumberOf(phone!)!)
      : confirm(context, userId, code);
  },
});

/** The server can, and the clinic wants to. */
async function sendsTexts({ portal, service }: FunctionContext): Promise<boolean> {
  if (!portal.sendsTexts) return false;
  const { data } = await service
    .from('clinic_settings')
    .select('value')
    .eq('name', 'texts')
    .maybeSingle<{ value: string | null }>()
    .throwOnError();
  return data?.value !== 'off';
}

async function sendCode(context: FunctionContext, userId: string, phone: string): Promise<Answer> {
  await takeFromLimit(context, CODES, userId);
  await takeFromLimit(context, CODES_TO_A_NUMBER, await context.keyedHash(`phone\0${phone}`));
  const digits = sixDigits();
  const { data: wait } = await context.service
    .rpc('ask_phone_code', {
      p_user_id: userId,
      p_phone: phone,
      p_code_hash: await codeHash(context, userId, digits),
      p_messages: [messageRow(phoneCode(userId, phone, digits, context.now().getTime()))],
    })
    .throwOnError();
  if (wait > 0) throw tooManyRequests(wait as number);
  return { phone, isConfirmed: false };
}

async function confirm(context: FunctionContext, userId: string, code: string): Promise<Answer> {
  const { data: phone } = await context.service
    .rpc('confirm_phone', { p_user_id: userId, p_code_hash: await codeHash(context, userId, code) })
    .throwOnError();
  if (phone === null) throw new FunctionProblem(403, 'wrong_code', 'That code is wrong or has expired.');
  return { phone: phone as string, isConfirmed: true };
}

/** Bound to the patient and this purpose, so that the same digits are useless elsewhere. */
const codeHash = ({ keyedHash }: FunctionContext, userId: string, digits: string): Promise<string> =>
  keyedHash(`phone code\0${userId}\0${digits}`);
