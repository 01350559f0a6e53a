import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { App } from '../app.tsx';
import { marisol, refusal, sessionAt, user, useClinic } from './clinic.ts';

export const FACTOR = { id: 'factor-1', status: 'verified', factor_type: 'totp' };
export const URI =
  'otpauth://totp/B%C3%A9a:coach%40example.com?issuer=B%C3%A9a&secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const ENROLMENT = {
  id: 'factor-1',
  type: 'totp',
  totp: { uri: URI, secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' },
};

export const NOT_RIGHT =
  'That code is wrong or has expired. Ask the person who gave it to you. After five wrong tries, it stops working.';
export const wrongSetUpCode = (message: string) => ({ status: 403, body: { code: 'wrong_code', message } });
export const wrongCode = {
  status: 403,
  body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
};

/**
 * A server that asks for what the sign-in hasn't proved yet. `has.factors` are those it knows at the start.
 */
export function useSignIn() {
  const server = useClinic();
  const has: { factors: object[] } = { factors: [] };
  let isIn: boolean;
  beforeEach(() => {
    has.factors = [FACTOR];
    isIn = false;
    server().answer({
      'POST /functions/v1/send-team-code': () => ({ body: {} }),
      'POST /auth/v1/verify': ({ token }: { token: string }) =>
        token === '123456' ? { body: sessionAt('aal1', has.factors) } : wrongCode,
      'GET /auth/v1/user': () => ({ body: { ...user, factors: has.factors } }),
      'GET /functions/v1/team-session': () => (isIn ? { body: marisol } : refusal('second_factor_required')),
      'POST /auth/v1/factors/factor-1/challenge': () => ({
        body: { id: 'c-1', type: 'totp', expires_at: 1 },
      }),
      'POST /auth/v1/factors/factor-1/verify': ({ code }: { code: string }) => {
        if (code !== '654321')
          return { status: 422, body: { error_code: 'mfa_verification_failed', msg: 'Invalid' } };
        isIn = has.factors.length > 0;
        return { body: sessionAt('aal2', [FACTOR]) };
      },
      'POST /auth/v1/token': () => ({ body: sessionAt('aal2', [FACTOR]) }),
      'DELETE /auth/v1/factors/factor-0': () => ({ body: { id: 'factor-0' } }),
      'POST /auth/v1/factors': () => ({ body: ENROLMENT }),
      'POST /functions/v1/team-set-up': ({ setUpCode }: { setUpCode: string }) => {
        isIn = setUpCode === '7KQ3MWX9PB';
        return isIn ? { body: { name: marisol.name, role: marisol.role } } : wrongSetUpCode(NOT_RIGHT);
      },
    });
  });
  const calls = (name: string) =>
    server()
      .asked()
      .filter((call) => call.endsWith(name)).length;
  return { server, has, calls };
}

export function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export async function reachFactor(path = '/team/sign-in') {
  visit(path);
  await screen.findByLabelText('Email address');
  type('Email address', ' Coach@Example.com ');
  press('Send code');
  await screen.findByLabelText('Verification code');
  type('Verification code', '123456');
  press('Continue');
  await screen.findByLabelText('Code from your app');
}
