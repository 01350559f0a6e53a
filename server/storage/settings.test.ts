import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';

const S3 = {
  STORAGE_S3_ENDPOINT: 'https://files.example.com/',
  STORAGE_S3_BUCKET: 'clinic-files',
  STORAGE_S3_REGION: 'eu-central-1',
  STORAGE_S3_ACCESS_KEY: 'key',
  STORAGE_S3_SECRET_KEY: 'secret',
};

test('without settings files are in the data folder, and with all of them in the store', () => {
  expect(readSettings({}).storage.s3).toBeNull();
  expect(readSettings(S3).storage.s3).toEqual({
    endpoint: 'https://files.example.com',
    bucket: 'clinic-files',
    region: 'eu-central-1',
    accessKey: 'key',
    secretKey: 'secret',
  });
});

test.each(Object.keys(S3))('a store without %s is refused by name', (name) => {
  expect(() => readSettings({ ...S3, [name]: '' })).toThrow(`${name} is missing`);
});

test('an invalid address or bucket is refused', () => {
  expect(() => readSettings({ ...S3, STORAGE_S3_ENDPOINT: 'files' })).toThrow('STORAGE_S3_ENDPOINT must be');
  expect(() => readSettings({ ...S3, STORAGE_S3_BUCKET: '../x' })).toThrow('STORAGE_S3_BUCKET must be');
});
