import { expect, test } from 'vitest';
import { isWellFormed, readJson } from '../../../functions/_shared/answer/json.ts';

test.each(['"a\\ud800b"', '["\\udfff"]', '{"text":{"words":["\\ud83d"]}}', '{"\\ud800":1}'])(
  'half of a character in %s is found',
  (json) => {
    expect(isWellFormed(readJson(json))).toBe(false);
  },
);

test.each(['"👩🏽‍⚕️"', '"\\ud83d\\ude00"', '[1,null,true,{"é":"ä"}]', '{}'])('%s is well formed', (json) => {
  expect(isWellFormed(readJson(json))).toBe(true);
});
