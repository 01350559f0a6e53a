import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** Where each group of readers sees our words. */
export const AREAS = {
  patient: [
    'web/src/{patient,product-components,components,lib,first-visit,service-worker,gallery}/**/*.{ts,tsx}',
    'web/*.html',
    'domain/{account,booking,coach,content,contracts,copy,export,cycle,journey,kit,messages,next-step,notifications,onboarding,results,surveys,symptoms,time,treatment-day}/**/*.ts',
    'supabase/functions/**/*.ts',
    'supabase/templates/*.html',
    'supabase/{content,guides/text}/**/*.md',
    'server/mail/**/*.ts',
  ],
  team: [
    'web/src/team/**/*.{ts,tsx}',
    'domain/{audit,care-state,clinic,record,safety,schedules,worklist}/**/*.ts',
    'supabase/schemas/**/*.sql',
  ],
  operator: [
    '{bench,server,scripts,web/build}/**/*.{ts,mjs}',
    '{.github,deploy}/**/*.yml',
    'supabase/config.toml',
  ],
  docs: ['*.md', '{bench,docs,domain,e2e,scripts,server,supabase,web,.github}/**/*.md'],
  tests: ['{bench,domain,scripts,server,supabase,web}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'],
  comments: [
    '{bench,domain,e2e,scripts,server,supabase,web}/**/*.{ts,tsx,mjs}',
    'web/src/**/*.css',
    '{supabase/schemas,server/database/foundation}/**/*.sql',
    '{.github,deploy}/**/*.{yml,service,timer}',
    'supabase/config.toml',
    'Containerfile',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Area = keyof typeof AREAS;
export type Words = { file: string; text: string };

/** The urgent word lists contain what patients write, and the portal documents keep the clinic's own words. */
const NOT_OURS =
  /node_modules|messages\/(?:self-harm-words|urgent-word)|\.test\.|(?:^|\/)testing\b(?!\/README|\.md)|^docs\/commission\/(?!README)/;

/** The habits and their tests show the phrases themselves, and libraries write the rest. */
const NOT_CODE_OF_OURS = /node_modules|^scripts\/words|(?:^|\/)dist/;

const READERS = { tests: titlesIn, comments: commentsIn } as const;

export function wordsOf(area: Area): Words[] {
  const files = new Set(AREAS[area].flatMap((pattern) => globSync(pattern, { cwd: ROOT })));
  const isCode = area === 'tests' || area === 'comments';
  const left = isCode ? NOT_CODE_OF_OURS : NOT_OURS;
  const read = isCode ? READERS[area] : wordsIn;
  return [...files]
    .filter((file) => !left.test(file))
    .sort()
    .flatMap((file) => read(file, readFileSync(join(ROOT, file), 'utf8')).map((text) => ({ file, text })));
}

/** The titles of a file's tests: the first argument of `test`, `it`, `describe` and what they return. */
export function titlesIn(_file: string, source: string): string[] {
  const calls =
    /(?:^|[^.\w])(?:test|it|describe)\b[^'"`\n;={}]*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)|^\s*\](?: as const)?\)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/gm;
  return [...source.matchAll(calls)].map((call) => call.slice(1).find((title) => title !== undefined)!);
}

/** A function's body is in the migrations too, which are never edited. */
const withoutBodies = (source: string) => source.replaceAll(/\$\$[\s\S]*?\$\$/g, '');

/** The comments of a file, each without its marks; lines that follow each other are one comment. */
export function commentsIn(file: string, source: string): string[] {
  const marked = /\.(?:ts|tsx|mjs)$/.test(file)
    ? parseSync(file, source).comments.map(({ value }) => value)
    : [...withoutBodies(source).matchAll(file.endsWith('.css') ? /\/\*[\s\S]*?\*\//g : /(?:--|#) .*/g)].map(
        ([text]) => text,
      );
  return marked
    .map((text) =>
      text
        .replaceAll(/`[^`]*`/g, '`…`')
        .replaceAll(/^[\s/*#-]+|[\s/*]+$/gm, '')
        .replaceAll(/\s+/g, ' '),
    )
    .filter((text) => /\p{L} \p{L}/u.test(text));
}

export function wordsIn(file: string, source: string): string[] {
  if (file.endsWith('.md')) return paragraphsIn(source);
  return textsIn(file, source)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(isForPeople);
}

function textsIn(file: string, source: string): string[] {
  if (file.endsWith('.sql')) return sqlTexts(source);
  if (file.endsWith('.html')) return htmlTexts(source);
  return /\.(?:yml|toml)$/.test(file) ? configTexts(source) : codeTexts(file, source);
}

/** Code blocks, addresses and the figures that a benchmark printed are not prose. */
const paragraphsIn = (source: string): string[] =>
  source
    .replaceAll(/^---\n|^```[\s\S]*?^```|<!-- bench[\s\S]*?<!-- \/bench -->/gm, '\n\n')
    .replaceAll(/\]\([^)]*\)|https?:\S+/g, ']')
    .replaceAll(/`[^`\n]+`/g, '`…`')
    .split(/\n\s*\n|\n(?=\s*(?:[-#|]|\d+\.)\s)/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[a-z]/.test(text));

const sqlTexts = (source: string): string[] =>
  [...source.matchAll(/--.*|'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"));

const htmlTexts = (source: string): string[] =>
  [
    ...source
      .replaceAll(/<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>/g, '')
      .matchAll(/name="description" content="([^"]*)"|>([^<]+)</g),
  ].map(([, description, text]) => description ?? text!);

/** The texts that a person reads when a job runs, an alarm sounds or an email arrives. */
const configTexts = (source: string): string[] =>
  [...source.matchAll(/^\s*(?:- )?(?:name|summary|action|subject)(?::| =) (.+)$/gm)].map(([, text]) => text!);

/** Two words or more, or one with a capital: ids, addresses, class names and SQL are neither. */
const isForPeople = (text: string): boolean =>
  /^[^\s\w]*\p{Lu}.*\p{Ll}|\p{L}+[,.:]? \p{L}/u.test(text) &&
  !/^(?:select|insert|update|delete|with|create|alter|grant|revoke|begin|set|lock|drop|from|where)\s/i.test(
    text,
  ) &&
  !/[a-z]\.[a-z]+ (?:=|is )|(?:^| )[a-z-]+:[a-z[(]|(?:^| )(?:flex|grid|text-|bg-|mt-|gap-)/.test(text);

type Node = { type: string; [key: string]: unknown };
const NAMES_NOT_WORDS = new Set(['className', 'id', 'key', 'type', 'name', 'to', 'href', 'd', 'viewBox']);

function codeTexts(file: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'Literal' && typeof node['value'] === 'string') texts.push(node['value']);
    if (node.type === 'JSXText') texts.push(node['value'] as string);
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as { value: { cooked: string | null } }[];
      texts.push(quasis.map(({ value }) => value.cooked ?? '').join('…'));
    }
    for (const child of childrenOf(node)) if (!isSkipped(child)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return texts;
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

function isSkipped(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS)/.test(node.type)) return !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  return node.type === 'JSXAttribute' && NAMES_NOT_WORDS.has((node['name'] as { name: string }).name);
}
