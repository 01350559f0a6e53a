import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { expect, test } from 'vitest';
import { EnrollBody } from './auth/factors/enroll.ts';
import { VerifyFactorBody } from './auth/factors/verify.ts';
import { RenameBody } from './auth/passkeys/own-passkeys.ts';
import { RegistrationBody } from './auth/passkeys/register.ts';
import { PasskeySignInBody } from './auth/passkeys/sign-in.ts';
import { RefreshBody } from './auth/refresh.ts';
import { OtpBody } from './auth/send-code.ts';
import { VerifyBody } from './auth/verify-code.ts';
import { ChangedHost, ChangedType, NewHost, NewType, TypeHost } from './commands/care-options.ts';
import { Token } from './realtime/connection.ts';
import { JoinPayload } from './realtime/join.ts';
import { ListRequest } from './storage/routes/list.ts';
import { RemoveRequest } from './storage/routes/remove.ts';
import { SignManyRequest, SignOneRequest } from './storage/routes/signed-links.ts';
import { unbounded } from './testing/unbounded.ts';

const ROOT = join(import.meta.dirname, '..');

async function domainSchemas(): Promise<[string, mini.core.$ZodType][]> {
  const files = globSync('domain/**/*.ts', { cwd: ROOT }).filter((file) => !/testing|\.test\./.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(/* @vite-ignore */ join(ROOT, file))) as Record<string, unknown>;
      return Object.entries(exported).flatMap(([name, value]) =>
        value instanceof mini.core.$ZodType ? [[`${file} ${name}`, value] as const] : [],
      );
    }),
  );
  return found.flat().map(([name, schema]) => [name, schema]);
}

const DOMAIN = await domainSchemas();

test('the walk finds the contracts', () => {
  const names = DOMAIN.map(([name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names).toContain('domain/contracts/fields/iso.ts IsoInstant');
  expect(names).toContain('domain/surveys/applicator-responses.ts ApplicatorResponses');
});

test.each(DOMAIN)('%s accepts and returns nothing unbounded', (_, schema) => {
  expect(unbounded(schema)).toEqual([]);
});

test('what a function takes is one of these contracts', () => {
  const handlers = globSync('supabase/functions/*/handler.ts', { cwd: ROOT });
  expect(handlers.length).toBeGreaterThan(15);
  for (const file of handlers) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const [, input] = /(?:\binput: |readInput\()(\w[^\n,]*),/.exec(source) ?? [];
    if (input === 'z.strictObject({})') continue;
    // Unread input is not accepted.
    if (input === undefined && source.includes('defineTeamFunction')) continue;
    expect(source).toMatch(new RegExp(`import \\{[^}]*\\b${input}\\b[^}]*\\} from '[./]*/domain/contracts/`));
  }
});

test.each(
  Object.entries({
    OtpBody,
    VerifyBody,
    RefreshBody,
    EnrollBody,
    VerifyFactorBody,
    RegistrationBody,
    PasskeySignInBody,
    RenameBody,
    ListRequest,
    RemoveRequest,
    SignManyRequest,
    Token,
    JoinPayload,
    NewHost,
    ChangedHost,
    NewType,
    ChangedType,
    TypeHost,
  }),
)('%s, at the server’s own endpoints, accepts nothing unbounded', (_, schema) => {
  expect(unbounded(schema)).toEqual([]);
});

test('a link to a file accepts nothing unbounded; for a transform or version only its presence matters', () => {
  expect(unbounded(SignOneRequest)).toEqual(['.transform: unknown', '.versionId: unknown']);
});

test('no form of a request is parsed in one piece: the platform’s parser has no limits', () => {
  const files = globSync(['server/**/*.ts', 'supabase/functions/**/*.ts'], { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const parsing = files.filter(
    (file) =>
      !file.endsWith('.test.ts') && /\.(formData|parseBody)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(parsing).toEqual([]);
});

test.each([
  ['text', mini.string()],
  ['text with a pattern', mini.string().check(mini.regex(/^\d+$/))],
  ['a moment', mini.iso.datetime()],
  ['an address', mini.email()],
  ['a number', mini.number()],
  ['a number with one end', mini.number().check(mini.gte(0))],
  ['a whole number', mini.int()],
  ['a list', mini.array(mini.boolean())],
  ['text in a list', mini.array(mini.string()).check(mini.maxLength(3))],
  ['anything', mini.unknown()],
  ['what was only looked at by hand', mini.custom<string>(() => true)],
  ['an option', mini.object({ a: mini.optional(mini.nullable(mini.string())) })],
  ['a default', z.object({ a: z.string().default('') })],
  ['one of two', mini.union([mini.null(), mini.object({ a: mini.string() })])],
  ['what is made into something', z.string().transform((text) => text.length)],
  ['what something is made into', mini.pipe(mini.pipe(mini.null(), mini.transform(String)), mini.string())],
  ['a record', mini.record(mini.string(), mini.boolean())],
  ['a record’s values', mini.record(mini.enum(['a']), mini.string())],
  ['a tuple', mini.tuple([mini.boolean(), mini.string()])],
  ['a tuple’s rest', mini.tuple([mini.boolean()], mini.boolean())],
  ['further fields', z.object({}).catchall(z.string())],
])('the walk detects %s without a limit', (_, schema) => {
  expect(unbounded(schema)).toHaveLength(1);
});
