import { html } from 'hono/html';
import type { Instant } from '../../../domain/time/instant.ts';
import { fullTime } from '../../../domain/time/zoned-words.ts';
import type { DemoPerson, Side } from '../people.ts';
import { shell } from './shell.ts';

const SIDES: { side: Side; title: string; intro: string }[] = [
  { side: 'patient', title: 'Patients', intro: 'They use the portal, mostly on a phone.' },
  { side: 'team', title: 'Care team', intro: 'They work in the workspace all day.' },
];

/** The demo people, each with one button. */
export const deskPage = (people: DemoPerson[], now: Instant, zone: string) =>
  shell(
    'Choose a demo person',
    html`<main>
      <h1>Choose a demo person</h1>
      <p class="lead">
        One click signs you in, with the same emailed code that everyone gets. No one here is real, so try
        anything.
      </p>
      <p class="quiet">At the clinic it’s ${fullTime(now, zone)}.</p>
      <nav class="jump" aria-label="Sides">
        ${SIDES.map(({ side, title }) => html`<a href="#${side}">${title}</a>`)}
      </nav>
      <p id="status" role="status"></p>
      ${
        people.length === 0
          ? html`<p class="card empty">
              This data was loaded by an earlier version. Stop the product, run <code>npm run reset</code> and
              start again.
            </p>`
          : html`<div class="sides">${SIDES.map(({ side, ...words }) => sideOf(side, words, people))}</div>`
      }
    </main>`,
  );

function sideOf(side: Side, { title, intro }: { title: string; intro: string }, people: DemoPerson[]) {
  const own = people.filter((person) => person.side === side);
  const chapters = [...new Set(own.map(({ chapter }) => chapter))];
  return html`<section class="card ${side}" aria-label="${title}">
    <h2 id="${side}">${title} <span class="count">${own.length}</span></h2>
    <p class="quiet">${intro}</p>
    ${chapters.map(
      (chapter) =>
        html`<h3 class="caption">${chapter}</h3>
          <ul>
            ${own.filter((person) => person.chapter === chapter).map(row)}
          </ul>`,
    )}
  </section>`;
}

const row = ({ email, side, name, summary }: DemoPerson) =>
  html`<li>
    <div>
      <p class="name">${name}</p>
      <p class="quiet">${summary}</p>
    </div>
    <button type="button" data-email="${email}" data-side="${side}">Sign in as ${firstName(name)}</button>
  </li>`;

const firstName = (name: string) => name.replace(/^Dr\.? /, '').split(' ')[0]!;
