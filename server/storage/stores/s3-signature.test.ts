import { expect, test } from 'vitest';
import { signS3 } from './s3-signature.ts';

// AWS's published examples for Signature Version 4 with S3.
const KEY = {
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const NOW = new Date('2013-05-24T00:00:00Z');
const at = (path: string) => new URL(`https://examplebucket.s3.amazonaws.com${path}`);

test('a part of an object is requested as AWS documents', () => {
  const { authorization } = signS3(
    { method: 'GET', url: at('/test.txt'), headers: { Range: 'bytes=0-9' } },
    KEY,
    NOW,
  );
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('an object is uploaded as AWS documents', () => {
  const { authorization } = signS3(
    {
      method: 'PUT',
      url: at('/test%24file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payloadSha256: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    KEY,
    NOW,
  );
  expect(authorization).toMatch(
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  );
});
