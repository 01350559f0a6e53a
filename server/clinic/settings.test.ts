import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { readSettings } from '../settings/settings.ts';
import { clinicReader, keepFirstSettings } from './settings.ts';

async function testServer() {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  return server;
}

const PRODUCTION = { production: true, texts: null } as const;

test('the portal uses the environment’s settings until an administrator sets something else', async () => {
  const services = await testServer();
  const { database } = services;
  let now = new Date('2026-11-18T12:00:00Z');
  const settings = readSettings({
    DEMO_DATA: 'false',
    CLINIC_PHONE: '+1 555 0100',
    CARE_HOURS: '09:00-17:00',
    LINK_OPK_GUIDE: 'https://clinic.example/opk',
  });
  await keepFirstSettings({ database, settings });
  const read = clinicReader({ ...services, settings, now: () => now });
  expect(await read()).toEqual({
    contacts: { clinicPhone: '+1 555 0100', careHours: '09:00-17:00' },
    links: { opkGuide: 'https://clinic.example/opk' },
  });
  await database.query("update public.clinic_settings set value = '+1 555 0199' where name = 'clinicPhone'");
  await database.query("update public.clinic_settings set value = null where name = 'linkOpkGuide'");
  await database.query("update public.clinic_settings set value = '10:00-16:00' where name = 'careHours'");
  await keepFirstSettings({ database, settings });
  now = new Date('2026-11-18T12:00:02Z');
  expect(await read()).toEqual({
    contacts: { clinicPhone: '+1 555 0199', careHours: '10:00-16:00' },
    links: {},
  });
});

test('without a database the last known settings are used', async () => {
  const services = await testServer();
  const settings = readSettings({ DEMO_DATA: 'false', CLINIC_PHONE: '+1 555 0100' });
  const database = { ...services.database, query: () => Promise.reject(new Error('away')) };
  const read = clinicReader({ ...services, database, settings, log: () => {} });
  expect((await read()).contacts).toEqual({ clinicPhone: '+1 555 0100' });
});

test('a production without texts says so, and replies go to the sender of its emails', async () => {
  const services = await testServer();
  const settings = { ...readSettings({ MAIL_FROM: 'Clinic <care@clinic.example>' }), ...PRODUCTION };
  expect((await clinicReader({ ...services, settings })()).contacts).toMatchObject({
    noTexts: true,
    coachEmail: 'care@clinic.example',
    supportEmail: 'care@clinic.example',
  });
});
