import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { times } from '../../server/testing/times.ts';
import { CALLS, INVITED } from './keys/calls.ts';
import { settings, startProject, type Project, type Setting } from './keys/project.ts';

const NAMES = Object.keys(CALLS);

let server: TestServer;
let patient: Patient;
beforeAll(async () => {
  server = await startTestServer({}, { deployment: 'supabase' });
  await server.invite(INVITED);
});
afterAll(() => server.stop());

test('every function is called here', () => {
  const folders = readdirSync(join(import.meta.dirname, '../functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(NAMES);
});

type Name = keyof ReturnType<typeof settings>;
// What `both` and `the new names only` do differs in nothing that these two do not.
const FEW: Name[] = ['the older names only', 'a second secret key, after turning over'];
const SETTINGS: Name[] = times(FEW, ['the new names only', 'both', ...FEW]);

// All of them look at a credential in the same place: one of each kind is asked in every way, the others in one.
const KINDS = ['address', 'anyone', 'patient', 'service', 'team'].map((kind) =>
  NAMES.find((name) => CALLS[name]!.who === kind)!,
);
const ASKED_IN_EVERY_WAY = times(KINDS, NAMES);

describe.each(SETTINGS)('with %s', (chosen) => {
  let setting: Setting;
  let project: Project;
  beforeAll(async () => {
    setting = settings(server)[chosen];
    // The last call of a setting withdraws consent.
    patient = await newPatient(server);
    project = await startProject(server, setting);
  });
  afterAll(() => project.stop());

  /** A key is taken in each of the ways in which it may be sent. */
  const waysOf = (key: string) => [{ apikey: key }, { apikey: key, bearer: key }, { bearer: key }];
  const notSignedIn = { status: 401, json: { code: 'not_signed_in' } };
  const serviceOnly = { status: 403, json: { code: 'service_only' } };
  const notOfTeam = { status: 403, json: { code: 'not_allowed' } };
  // Those per address and patient are fixed, and the same call is made many times.
  const forgetLimits = () =>
    server.database.query('with codes as (delete from private.deletion_codes) delete from private.limits');

  const inTurn = chosen === FEW[0] ? NAMES : ASKED_IN_EVERY_WAY;

  test.each(inTurn)('%s distinguishes the public key from a person and from the service', async (name) => {
    const { who, status } = CALLS[name]!;
    const [apikey] = setting.publicKeys;
    const bearer = await project.gateway.tokenOf(patient.token);
    const heard = async (ways: { apikey?: string; bearer?: string }[], answer: object) => {
      for (const way of ASKED_IN_EVERY_WAY.includes(name) ? ways : ways.slice(0, 1)) {
        await forgetLimits();
        expect({ way, ...(await project.call(name, way)) }).toMatchObject({ way, ...answer });
      }
    };
    await heard(
      setting.publicKeys.flatMap(waysOf),
      {
        address: { status },
        anyone: { status },
        patient: notSignedIn,
        service: serviceOnly,
        team: notSignedIn,
      }[who],
    );
    await heard(
      [{ apikey: apikey!, bearer }, { bearer }],
      { address: { status }, anyone: { status }, patient: { status }, service: serviceOnly, team: notOfTeam }[
        who
      ],
    );
    await heard(
      setting.secretKeys.flatMap(waysOf),
      {
        address: { status },
        anyone: { status },
        patient: notSignedIn,
        service: { status },
        team: notSignedIn,
      }[who],
    );
  });

  test.each(inTurn)('%s refuses a wrong key, and never treats it as anonymous', async (name) => {
    const [[apikey = ''], [secret = '']] = [setting.publicKeys, setting.secretKeys];
    const token = await project.gateway.tokenOf(patient.token);
    const forged = `${token.slice(0, -10)}AAAAAAAAAA`;
    const expired = await project.gateway.sign({
      sub: patient.id,
      role: 'authenticated',
      exp: 1_700_000_000,
    });
    const everyWrong = [
      ...(CALLS[name]!.who === 'address' ? [] : [{}]),
      { apikey: '' },
      ...['sb_publishable_wrong', 'sb_secret_wrong', 'nonsense'].flatMap(waysOf),
      { apikey: `${secret}x` },
      { apikey: secret.slice(0, -1) },
      { bearer: forged },
      // A person's token is no key, and neither a good bearer nor a good key carries a bad one through.
      { apikey: token },
      { apikey: 'sb_publishable_wrong', bearer: token },
      { apikey: 'sb_secret_wrong', bearer: apikey },
      { apikey, bearer: 'sb_secret_wrong' },
      { apikey, bearer: forged },
      { apikey, bearer: expired },
      { apikey: secret, bearer: forged },
    ];
    const wrong = ASKED_IN_EVERY_WAY.includes(name)
      ? everyWrong
      : [{ bearer: forged }, { apikey: `${secret}x` }];
    const answers = await Promise.all(wrong.map((way) => project.call(name, way)));
    expect(answers.map(({ status, json }, at) => [wrong[at], status, json['code']])).toEqual(
      wrong.map((way) => [way, 401, 'bad_credential']),
    );
  });
});
