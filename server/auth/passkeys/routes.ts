import type { Hono, MiddlewareHandler } from 'hono';
import { Problem } from '../../http/problem.ts';
import { limitPerClient, paidBySession } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { registrationOptions, verifyRegistration } from './register.ts';
import { relyingParty } from './relying-party.ts';
import { signInOptions, verifySignIn } from './sign-in.ts';

// A whole clinic may share one address. Nothing can be guessed here: this only keeps one client from overloading the server.
const SIGN_INS = { name: 'passkey-sign-in', max: 200, seconds: 300 };
const CALLS = { name: 'passkeys', max: 100, seconds: 300 };

/** Patients' passkeys, in GoTrue's protocol. */
export function addPasskeyRoutes(auth: Hono, services: Services): void {
  const party = relyingParty(services.settings);
  if (!party) {
    auth.all('/passkeys/*', disabled);
    auth.all('/passkeys', disabled);
    return;
  }
  const [limited, signIns] = [
    limitPerClient(services, CALLS, paidBySession),
    limitPerClient(services, SIGN_INS),
  ];
  auth.post('/passkeys/registration/options', limited, registrationOptions(services, party));
  auth.post('/passkeys/registration/verify', limited, verifyRegistration(services, party));
  auth.post('/passkeys/authentication/options', signIns, signInOptions(services, party));
  auth.post('/passkeys/authentication/verify', signIns, verifySignIn(services, party));
  auth.get('/passkeys', limited, listPasskeys(services));
  auth.patch('/passkeys/:id', limited, renamePasskey(services));
  auth.delete('/passkeys/:id', limited, removePasskey(services));
}

const disabled: MiddlewareHandler = () => {
  throw new Problem(404, 'passkey_disabled', 'Passkeys are disabled');
};
