import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PLACES = [
  'domain/**/*.ts',
  'web/src/**/*.{ts,tsx}',
  'server/mail/**/*.ts',
  'server/demo/**/*.ts',
  'supabase/functions/**/*.ts',
  'supabase/{content,guides/text}/**/*.md',
];
/** Words that only people who write the code read. */
const BESIDE = /\.test\.|testing|node_modules/;

// British spellings. Each has another spelling in America.
const BRITISH = [
  'aeroplane|ageing|aluminium|amongst|anaesth|analyse|apologis|authoris|behaviour|caesarean|cancell(?!ation)|catalogue|categoris',
  'centre|centring|cheque|colour|counsell|customis|defence|diarrhoea|dialling|discolour|emphasise|endeavour|enrol\\b|enrols|equalis',
  'favour|fertilis|fibre|finalis|flavour|foet|fulfil\\b|fulfilment|generalis|grey|gynaec|haem|harbour|honour|humour|immunis',
  'instalment|jewellery|judgement|kilometre|labell|labour|learnt|leukaem|licence|litre|luteinis|maximis|memoris|metre\\b|minimis',
  'mould|moustache|neighbour|normalis|odour|oestr|organis|orientate|paediatr|parlour|personalis|practis|prioritis|programme|pyjama',
  'realis|recognis|rumour|sanitis|skilful|specialis|spelt|standardis|sterilis|summaris|symbolis|synchronis|theatre|travell|tumour',
  'tyre\\b|utilis|vapour|visualis|whilst|e-mail',
].join('|');
const BRITISH_WORD = new RegExp(`\\b(?:${BRITISH})[a-z]*`, 'gi');

/**
 * Words that the portal's and the team's documents fix in their own spelling, and other companies' names. The
 * last one is a status in a calendar file.
 */
const PRESCRIBED = [
  'In vitro fertilisation (IVF)',
  '3-cycle fertility treatment programme',
  'Programme',
  'CANCELLED',
];

test('everything that patients and the care team read is in American English', () => {
  const files = PLACES.flatMap((place) => globSync(place, { cwd: ROOT })).filter(
    (file) => !BESIDE.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    textsIn(file, readFileSync(join(ROOT, file), 'utf8')).flatMap((text) =>
      [...withoutPrescribed(text).matchAll(BRITISH_WORD)].map(([word]) => `${file}: ${word}`),
    ),
  );
  expect(found).toEqual([]);
});

test('the scan finds a word in a text, a page and a guide, but not in the code around them', () => {
  const page = "const colour = 'red'; // colour\nconst a = 'Your favourite colour'; <p>\n  A centre\n</p>";
  expect(textsIn('a.tsx', page).join('|').match(BRITISH_WORD)).toEqual(['favourite', 'colour', 'centre']);
  expect(textsIn('a.md', 'Whilst you wait').join('').match(BRITISH_WORD)).toEqual(['Whilst']);
});

test('temperatures are in degrees Fahrenheit, with Celsius next to them', () => {
  const files = PLACES.flatMap((place) => globSync(place, { cwd: ROOT })).filter(
    (file) => !BESIDE.test(file),
  );
  const sentences = files
    .flatMap((file) => textsIn(file, readFileSync(join(ROOT, file), 'utf8')))
    .flatMap((text) => text.split(/(?<=[.?!])\s/))
    .filter((sentence) => sentence.includes('°'));
  expect(sentences.length).toBeGreaterThan(8);
  for (const sentence of sentences) expect(sentence).toMatch(/°F.*\(.*°C\)/);
});

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;]*[a-z][^<>{}=;]*)</g;

/** Literals that are sentences or begin with a capital, and what is between tags. */
function textsIn(file: string, source: string): string[] {
  if (file.endsWith('.md')) return [source];
  return [...source.replace(COMMENT, '').matchAll(TEXT)].flatMap(([, single, double, template, between]) => {
    const text = (single ?? double ?? template ?? between ?? '').replaceAll(/\$\{[^}]*\}/g, ' ').trim();
    return between !== undefined || /\s|^\p{Lu}/u.test(text) ? [text] : [];
  });
}

const withoutPrescribed = (text: string): string =>
  PRESCRIBED.reduce((left, words) => left.replaceAll(words, ''), text.replaceAll(/\s+/g, ' '));
