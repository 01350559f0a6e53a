import { expect, test } from 'vitest';
import { iceServers, iceSettings } from '../../../functions/_shared/appointments/ice.ts';

const NOON = Date.UTC(2026, 10, 18, 12);

test('without settings the room uses no TURN server', async () => {
  expect(await iceServers({ stunUrls: [], turn: null }, NOON)).toEqual([]);
});

test('a shared secret becomes a name that expires and its password, as coturn does', async () => {
  const turn = { urls: ['turn:turn.example:3478'], secret: 'north' };
  expect(await iceServers({ stunUrls: ['stun:stun.example'], turn }, NOON)).toEqual([
    { urls: ['stun:stun.example'] },
    // printf 1795017600:call | openssl dgst -sha1 -hmac north -binary | base64
    { urls: turn.urls, username: '1795017600:call', credential: 'TP0yTcxb94J3C3LQzG0EBLcDDns=' },
  ]);
});

test('a fixed name and password are passed on', async () => {
  const turn = { urls: ['turns:turn.example'], username: 'clinic', password: 'south' };
  expect(await iceServers({ stunUrls: [], turn }, NOON)).toEqual([
    { urls: turn.urls, username: 'clinic', credential: 'south' },
  ]);
});

const read = (given: Record<string, string>) => iceSettings((name) => given[name]);
const TURN = { TURN_URLS: 'turn:a.example, turns:b.example,' };
const urls = ['turn:a.example', 'turns:b.example'];

test.each([
  [{}, null],
  [{ TURN_SECRET: 's' }, null],
  [TURN, null],
  [{ ...TURN, TURN_USERNAME: 'u' }, null],
  [
    { ...TURN, TURN_USERNAME: 'u', TURN_PASSWORD: 'p' },
    { urls, username: 'u', password: 'p' },
  ],
  [
    { ...TURN, TURN_SECRET: 's', TURN_USERNAME: 'u', TURN_PASSWORD: 'p' },
    { urls, secret: 's' },
  ],
])('the environment %o is read as the TURN server %o', (given, turn) => {
  expect(read(given)).toEqual({ stunUrls: [], turn });
});

test('STUN servers are a list, with or without a TURN server', () => {
  const stunUrls = ['stun:a.example', 'stun:b.example'];
  const STUN = { STUN_URLS: 'stun:a.example, stun:b.example' };
  expect(read(STUN)).toEqual({ stunUrls, turn: null });
  expect(read({ ...STUN, ...TURN, TURN_SECRET: 's' })).toEqual({ stunUrls, turn: { urls, secret: 's' } });
});
