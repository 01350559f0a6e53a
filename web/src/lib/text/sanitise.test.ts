import { expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';

test('text and its structure stay', async () => {
  const note = '<h3>Your plan</h3><p>Folic <strong>acid</strong></p><ul><li>Daily</li></ul>';
  expect(await sanitise(note)).toBe(note);
});

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>'],
  ['a handler', '<p onclick="alert(1)" onmouseover="x()">a</p>'],
  ['a picture', '<p>a</p><img src=x onerror=alert(1)>'],
  ['a frame', '<p>a</p><iframe src="https://example.com"></iframe>'],
  ['a style', '<style>body{display:none}</style><p style="position:fixed" class="toast" id="root">a</p>'],
  ['a form', '<p>a</p><form action="https://example.com"><input name="code"></form>'],
  ['a drawing', '<p>a</p><svg><animate onbegin=alert(1) /></svg>'],
])('%s does not', async (_, note) => {
  expect(await sanitise(note)).toBe('<p>a</p>');
});

test('a link keeps only a web, email or telephone address, and opens in a new tab', async () => {
  expect(await sanitise('<a href="javascript:alert(1)">a</a>')).toBe('<a>a</a>');
  expect(await sanitise('<a href="https://example.com/">a</a>')).toBe(
    '<a href="https://example.com/" target="_blank" rel="noreferrer">a</a>',
  );
});
