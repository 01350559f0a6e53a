import { Problem } from '../http/problem.ts';

export const noSuchRoute = () => new Problem(404, 'not_found', 'There is nothing at this address.');

export const noSuchBucket = () => new Problem(404, 'NoSuchBucket', 'Bucket not found');

export const noSuchKey = () => new Problem(404, 'NoSuchKey', 'Object not found');

export const alreadyExists = () => new Problem(409, 'KeyAlreadyExists', 'The resource already exists');

export const accessDenied = () =>
  new Problem(403, 'AccessDenied', 'new row violates row-level security policy');

export const invalidKey = () =>
  new Problem(
    400,
    'InvalidKey',
    'Invalid key: a name has plain letters, digits and folders, and no way out.',
  );

export const invalidRequest = (message: string) => new Problem(400, 'InvalidRequest', message);

export const tooLarge = () =>
  new Problem(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size');

export const wrongType = (type: string) =>
  new Problem(415, 'InvalidMimeType', `mime type ${type} is not supported`);

export const invalidRange = () => new Problem(416, 'InvalidRange', 'invalid range provided');

export const invalidToken = () => new Problem(400, 'InvalidJWT', 'Invalid or expired signature');

export const wrongPath = () => new Problem(400, 'InvalidSignature', 'Invalid signature');

export const notSupported = (what: string) =>
  new Problem(400, 'NotSupported', `${what} is not supported here.`);

export const tooSlow = () =>
  new Problem(408, 'RequestTimeout', 'The upload took too long. Please try again.');

export const tooManyUploads = () =>
  new Problem(429, 'TooManyUploads', 'Too many uploads at once. Please try again.', 5);

export const storeUnavailable = () =>
  new Problem(503, 'StoreUnavailable', 'The file store is not available right now. Please try again.', 5);
