import { beforeAll, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

beforeAll(keepFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <section aria-label="Your kit"><h2>Your kit</h2>
        <div><button id="change">Change</button></div>
        <dialog><h3>Send it?</h3><button id="send">Send</button></dialog>
      </section>
      <ul><li><button id="undo">Undo</button> Period</li></ul>
    </main>`;
});

const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const changes = () => new Promise((done) => setTimeout(done));

test('when a button goes with its act, the heading of its card has the focus', async () => {
  at('#change').focus();
  at('#change').remove();
  await changes();
  expect(document.activeElement).toBe(at('h2'));
});

test('where its place has no heading, the place itself; where that goes too, the page', async () => {
  at('#undo').focus();
  at('#undo').remove();
  await changes();
  expect(document.activeElement).toBe(at('li'));
  at('ul').remove();
  await changes();
  expect(document.activeElement).toBe(at('h2'));
});

test('a button that was pressed without getting the focus counts too', async () => {
  at('#change').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  at('#change').remove();
  await changes();
  expect(document.activeElement).toBe(at('h2'));
});

test('a button that is disabled while it sends has the focus back afterward', async () => {
  const button = at('#change') as HTMLButtonElement;
  button.focus();
  button.disabled = true;
  button.blur();
  await changes();
  button.disabled = false;
  await changes();
  expect(document.activeElement).toBe(button);
});

test('a dialog that closes after its opener has gone leaves the focus in the card', async () => {
  at('dialog').setAttribute('open', '');
  at('#send').focus();
  at('#send').blur();
  at('#change').remove();
  at('dialog').removeAttribute('open');
  await changes();
  expect(document.activeElement).toBe(at('h2'));
});

test('anyone who presses on nothing, or moves on by themselves, is left alone', async () => {
  at('#change').focus();
  at('#change').blur();
  at('h2').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  at('#change').remove();
  await changes();
  expect(document.activeElement).toBe(document.body);
  at('#undo').focus();
  at('section').remove();
  await changes();
  expect(document.activeElement).toBe(at('#undo'));
});
