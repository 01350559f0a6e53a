import fc from 'fast-check';

/** Marks everything a caller makes up. None of it may ever appear in a statement's text. */
export const CANARY = 'zqcanaryqz';
export const NUMERIC_CANARY = '7788991';

/** Mostly valid, so that the parser reaches the wrong part after understanding everything before it. */
export const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 25, arbitrary: right }, { weight: 1, arbitrary: wrong });
export const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
export const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const strangeText = mostly(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      "'",
      '"',
      '\\',
      '%',
      '*',
      '--',
      ';',
      '$1',
      "'; drop table entries; --",
      '/*',
      '{}',
      '->',
      '::',
      '\n',
    ),
    fc.integer({ min: 500, max: 3_000 }).map((length) => 'x'.repeat(length)),
  ),
  fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('\0')),
);
export const marked = fc
  .tuple(strangeText, strangeText)
  .map(([before, after]) => `${before}${CANARY}${after}`);
export const quoted = marked.map(quote);
export const anyNumber = mostly(
  fc.constant(NUMERIC_CANARY),
  fc.constantFrom('-', '1.', '9'.repeat(30), '0x').map((start) => start + NUMERIC_CANARY),
);
export const anyValue = fc.oneof(
  marked,
  anyNumber,
  quoted,
  fc.constantFrom('true', '2026-01-01', '[2026-01-01,)', '1'),
);
