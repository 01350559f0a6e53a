import { expect, test } from 'vitest';
import { loadDemo } from './demo/load.ts';
import { portalFacts } from './functions/portal-facts.ts';
import { answersTo } from './http/local-names.ts';
import { onLan, refuseRealPeople } from './lan.ts';
import { readSettings } from './settings/settings.ts';
import { startFields, startMessage } from './start-message.ts';
import { withTestServer } from './testing/test-server.ts';

const settings = readSettings({});
const phone = ['192.168.1.20'];

test('with --lan the server answers to this machine’s own addresses, and to no other name', () => {
  expect(answersTo(settings, '192.168.1.20:3000')).toBe(false);
  const open = onLan(settings, phone);
  expect(open.host).toBe('0.0.0.0');
  expect(answersTo(open, '192.168.1.20:3000')).toBe(true);
  for (const host of ['192.168.1.21:3000', 'evil.example', '192.168.1.20.evil.example'])
    expect(answersTo(open, host)).toBe(false);
});

test('--lan is refused without demo data, without a network, and next to people who aren’t from the demo', async () => {
  expect(() => onLan(readSettings({ DEMO_DATA: 'false' }), phone)).toThrow('demo data only');
  expect(() => onLan(settings, [])).toThrow('needs a network');
  const server = await withTestServer();
  await loadDemo(server, { portal: portalFacts(server.settings), keys: server.keys });
  await expect(refuseRealPeople(server.database)).resolves.toBeUndefined();
  await server.invite('real@clinic.example');
  await expect(refuseRealPeople(server.database)).rejects.toThrow('aren’t from the demo');
});

test('a person at a terminal reads where to start, where emails are and how to stop', async () => {
  const words = await startMessage(settings, 'http://localhost:3000', []);
  expect(words.split('\n').filter(Boolean)).toEqual([
    '  Béa is running at http://localhost:3000',
    '  Open http://localhost:3000/dev to choose a demo person.',
    '  No email leaves this computer. Read it at http://localhost:3000/dev/mailbox.',
    '  Press Ctrl-C to stop.',
  ]);
});

test('with --lan they get a QR code for a phone, and a warning', async () => {
  const words = await startMessage(onLan(settings, phone), 'http://localhost:3000', []);
  expect(words).toContain('http://192.168.1.20:3000/dev');
  expect(words).toMatch(/[█▀▄]{10}/);
  expect(words).toContain('Warning: everyone on this network can now open the demo');
});

test('without a terminal the log has the address for a phone with --lan, and no such field without it', () => {
  expect(startFields(onLan(settings, phone), 'http://localhost:3000')).toMatchObject({
    url: 'http://localhost:3000',
    network: 'http://192.168.1.20:3000/dev',
  });
  expect(startFields(settings, 'http://localhost:3000')).not.toHaveProperty('network');
});

test('in production nothing about the demo is mentioned', async () => {
  const words = await startMessage(
    { ...settings, production: true, demoData: false },
    'https://x.example',
    [],
  );
  expect(words).not.toMatch(/demo|mailbox|\/dev/);
});
