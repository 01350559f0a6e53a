import { createHash, createHmac } from 'node:crypto';

export type S3Key = { region: string; accessKey: string; secretKey: string };
type Signable = { method: string; url: URL; headers?: Record<string, string>; payloadSha256?: string };

const EMPTY_SHA256 = createHash('sha256').digest('hex');

/**
 * Headers that sign a request to an S3-compatible store with AWS Signature Version 4. Every given header is
 * signed.
 */
export function signS3(
  { method, url, headers = {}, payloadSha256 = EMPTY_SHA256 }: Signable,
  { region, accessKey, secretKey }: S3Key,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': payloadSha256,
    'x-amz-date': time,
  };
  const signed = Object.entries({ ...sent, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const request = [
    method,
    url.pathname,
    '',
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payloadSha256,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, text).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
