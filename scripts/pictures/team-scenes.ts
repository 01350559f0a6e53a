import type { Page } from '@playwright/test';

/** Prepares a page for its picture. */
export type Scene = (page: Page) => Promise<void>;
type Scenes = Record<string, Scene>;

const ROBIN = 'Robin Castellano';
const JORDAN = 'Jordan Nakamura';

const today: Scene = async (page) => {
  await page.goto('/team');
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
};

const nothingMine: Scene = async (page) => {
  await today(page);
  await page.getByRole('button', { name: /^Mine/ }).click();
  await page.getByText("You're all caught up.").waitFor();
};

const itemOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: title });

/** The dialog behind an item's button. */
const deciding =
  (title: string, button: string): Scene =>
  async (page) => {
    await today(page);
    await itemOf(page, title).first().getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
  };

const focusedItem: Scene = async (page) => {
  await today(page);
  await itemOf(page, 'Symptoms reported').last().getByRole('link').first().focus();
  await page.keyboard.press('ArrowUp');
};

const patients =
  (address = ''): Scene =>
  async (page) => {
    await page.goto(`/team/patients${address}`);
    await page
      .getByText(/^(\d+|Nobody was) found$/)
      .first()
      .waitFor();
  };

const chosen: Scene = async (page) => {
  await patients()(page);
  for (const name of ['Alex Moreau', 'Mia Lindqvist', 'Priya Raman'])
    await page.getByLabel(`Select ${name}`).check();
};

const focusedRow: Scene = async (page) => {
  await patients('?search=an')(page);
  await page.getByLabel('Search by name or email').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
};

const assigning: Scene = async (page) => {
  await chosen(page);
  await page.getByRole('button', { name: 'Assign to coach' }).click();
  await page.getByRole('dialog', { name: 'Assign to coach' }).waitFor();
};

/** A record, and how to get to it. */
const record =
  (name: string): Scene =>
  async (page) => {
    await page.goto(`/team/patients?search=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

const acting =
  (name: string, button: string): Scene =>
  async (page) => {
    await record(name)(page);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
  };

const reason: Scene = async (page) => {
  await patients('?search=Lena')(page);
  await page.getByRole('button', { name: 'Open with a reason' }).click();
  await page.getByRole('dialog', { name: 'Open with a reason' }).waitFor();
};

const TITLE = 'Before your second applicator';
const TEXT = `Thank you for telling us that the first one was difficult. We went through the steps together by phone today.

**For this evening**

- Follow the applicator steps one at a time.
- Start the timers on your treatment day.
- Call us if you are unsure before you begin.`;

const writing: Scene = async (page) => {
  await record(ROBIN)(page);
  const draft = page.getByRole('button', { name: 'Continue' });
  const timeline = page.getByRole('heading', { name: 'Timeline' });
  await timeline.waitFor();
  if (await draft.isVisible()) await draft.click();
  else {
    await page.getByRole('button', { name: 'Write note' }).click();
    await page.getByLabel('Title').fill(TITLE);
    await page.getByLabel('Text').fill(TEXT);
  }
  await page.getByText(/^Draft saved/).waitFor();
};

const signing: Scene = async (page) => {
  await writing(page);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign this note?' }).waitFor();
};

/** Only once, because it exists the second time. */
const signed: Scene = async (page) => {
  await record(ROBIN)(page);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  const note = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 4, name: TITLE }) });
  if ((await note.count()) === 0) {
    await signing(page);
    await page.getByRole('dialog', { name: 'Sign this note?' }).getByRole('button', { name: 'Sign' }).click();
    await note.waitFor();
  }
  await note.getByRole('button', { name: /^Read note/ }).click();
};

const noteDialog =
  (button: 'Add addendum' | 'Withdraw'): Scene =>
  async (page) => {
    await signed(page);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
  };

const added: Scene = async (page) => {
  await signed(page);
  if (await page.getByText('Take it with breakfast.').isVisible()) return;
  await page.getByRole('button', { name: 'Add addendum' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add addendum' });
  await dialog.getByLabel('Text').fill('Folic acid: one a day. Take it with breakfast.');
  await dialog.getByRole('button', { name: 'Sign' }).click();
  await page.getByText(/Take it with breakfast/).waitFor();
};

const withdrawn: Scene = async (page) => {
  await record(ROBIN)(page);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  if (await page.getByText(/^Withdrawn by/).isVisible()) return;
  await noteDialog('Withdraw')(page);
  const dialog = page.getByRole('dialog', { name: 'Withdraw this note?' });
  await dialog.getByLabel('Reason').fill('It was meant for another patient.');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText(/^Withdrawn by/).waitFor();
};

/** A separate page, once its list has loaded. */
const page =
  (address: string, heading: string): Scene =>
  async (browser) => {
    await browser.goto(`/team/${address}`);
    await browser.getByRole('heading', { level: 1, name: heading }).waitFor();
    await browser.getByText(/^Loading/).waitFor({ state: 'hidden' });
  };

/** The dialog behind a page's first such button. */
const opened =
  (scene: Scene, button: string): Scene =>
  async (browser) => {
    await scene(browser);
    await browser
      .getByRole('button', { name: new RegExp(`^${button}`) })
      .first()
      .click();
    await browser.getByRole('dialog').waitFor();
  };

const calendar = page('calendar', 'Calendar');
/** Next week. */
const week: Scene = async (browser) => {
  await calendar(browser);
  for (const name of ['Week', 'Next']) await browser.getByRole('button', { name, exact: true }).click();
  await browser.getByRole('group', { name: /^Sunday, / }).waitFor();
};

/** Wednesday of that week, with three colleagues next to the first person. */
const fourPeople: Scene = async (browser) => {
  await week(browser);
  for (const name of ['Day', 'Next', 'Next'])
    await browser.getByRole('button', { name, exact: true }).click();
  await browser.getByRole('button', { name: /^People/ }).click();
  const people = browser.getByRole('group', { name: 'Show next to this day' }).getByRole('checkbox');
  for (const place of [0, 2, 3]) await people.nth(place).check();
  await browser.getByRole('button', { name: /^People/ }).click();
  await browser.getByRole('group', { name: /^Wednesday, .+, Marisol Vega$/ }).waitFor();
};

/** In the room, with a note next to the record. */
const inCall: Scene = async (browser) => {
  await today(browser);
  await browser.getByRole('link', { name: 'Join' }).first().click();
  await browser.getByRole('button', { name: 'Join call' }).click();
  await browser.getByRole('group', { name: 'Call controls' }).waitFor();
};

const invitations = page('invitations', 'Invitations');
const people = page('people', 'People');

const scenes = (role: string, of: Scenes): Scenes =>
  Object.fromEntries(Object.entries(of).map(([name, scene]) => [`${role}-${name}`, scene]));

/** The coach whose patients need nothing. */
export const COLLEAGUE = {
  email: 'coach2@example.com',
  scenes: scenes('coach', { 'today-empty': nothingMine }),
};

export const COACH = {
  email: 'coach@example.com',
  scenes: scenes('coach', {
    today,
    'today-focus': focusedItem,
    'today-done': deciding('Difficult applicator use', 'Done'),
    'today-hand-over': deciding('Difficult applicator use', 'Hand off'),
    'today-outcome': deciding('Call needs an outcome', 'Outcome'),
    patients: patients(),
    'patients-search': focusedRow,
    'patients-filtered': patients('?stage=3&status=Active'),
    'patients-nobody': patients('?search=zzz'),
    'patients-chosen': chosen,
    'patients-assign': assigning,
    'record-paused': record('Dana Kowalski'),
    'record-loss': record('Hanna Adeyemi'),
    'record-contact': acting(ROBIN, 'Record contact'),
    'record-log': acting(ROBIN, 'Log for patient'),
    'record-assign': acting(ROBIN, 'Assign coach'),
    'record-kit': acting(ROBIN, 'Send the kit'),
    'record-questionnaire': acting(ROBIN, 'Questionnaire'),
    reason,
    calendar,
    'calendar-hours': opened(calendar, 'Hours'),
    'calendar-absence': opened(calendar, 'Absence'),
    'calendar-week': week,
    'calendar-book': opened(calendar, 'Book a call'),
    call: inCall,
  }),
};

export const CLINICIAN = {
  email: 'clinician@example.com',
  scenes: scenes('clinician', {
    today,
    record: record(ROBIN),
    'record-without-entries': record('Alex Moreau'),
    'record-safety': record(JORDAN),
    'record-pause': acting(JORDAN, 'Pause treatment'),
    'record-stop': acting(JORDAN, 'Stop treatment'),
    'record-clear': acting(JORDAN, 'Clear safety check'),
    'record-loss': acting('Elena Petrova', 'Record a loss'),
    'record-resume': acting('Dana Kowalski', 'Resume treatment'),
    'note-preview': writing,
    'note-sign': signing,
    'note-signed': signed,
    'note-addendum': noteDialog('Add addendum'),
    'note-added': added,
    'note-withdraw': noteDialog('Withdraw'),
    'note-withdrawn': withdrawn,
  }),
};

export const ADMINISTRATOR = {
  email: 'admin@example.com',
  scenes: scenes('administrator', {
    today,
    patients: patients(),
    record: record(ROBIN),
    invitations,
    'invitations-invite': opened(invitations, 'Invite'),
    'invitations-kit': opened(invitations, 'Kit'),
    'invitations-correct': opened(invitations, 'Edit email'),
    'invitations-revoke': opened(invitations, 'Revoke'),
    people,
    'people-invite': opened(people, 'Invite'),
    'people-role': opened(people, 'Change role'),
    'people-calls': opened(people, 'Calls'),
    'people-reset': opened(people, 'Reset sign-in app'),
    'people-deactivate': opened(people, 'Deactivate'),
    log: page('access-log', 'Access log'),
    'calendar-four-people': fourPeople,
    'calendar-week': week,
  }),
};
