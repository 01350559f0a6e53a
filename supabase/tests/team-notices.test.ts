import { expect, test } from 'vitest';
import { emailPage, paragraph } from '../../domain/notifications/page.ts';
import { zoneName } from '../../domain/time/zone-name.ts';
import { inviteMember, verifyFactor } from '../../server/testing/team.ts';
import { NOT_ALLOWED, withCareTeam } from './team-scene.ts';

type Mail = { recipient: string; subject: string; body_text: string; body_html: string };

withCareTeam((scene) => {
  /** The emails written since the last call. */
  const mails = async (): Promise<Mail[]> => {
    const { rows } = await scene.database.query<Mail>(
      `with mail as (delete from public.outbox where purpose = 'security' returning *)
       select recipient, subject, body_text, body_html from mail order by subject, recipient`,
    );
    return rows;
  };
  const subjects = async () => (await mails()).map(({ recipient, subject }) => [recipient, subject]);
  const both = async () => {
    const team = { admin: await scene.join('administrator'), other: await scene.join('administrator') };
    await mails();
    return team;
  };
  const to = (people: { email: string }[], subject: string) =>
    people
      .map(({ email }) => email)
      .sort()
      .map((email) => [email, subject]);
  const [OWN, ROLE, LESS] = [
    'Your role in the Béa team workspace',
    'A role in the Béa team workspace',
    'An administrator was removed',
  ];

  test.each(['administrator', 'clinician'] as const)(
    'a new %s is told, and so are the administrators, once the setup code is used',
    async (role) => {
      const { admin, other } = await both();
      const { codeHash, email } = await inviteMember(scene.database, role);
      expect(await mails()).toEqual([]);
      const account = await scene.openSession(email);
      await verifyFactor(scene.database, account.user, account.session);
      await scene.setUp(account, codeHash);
      expect(await subjects()).toEqual([...to([admin, other], ROLE), [email, OWN]]);
      // Setting the app up again is no new role.
      const { rows } = await scene.database.query<{ id: string }>(
        'select id from public.care_team where email = $1',
        [email],
      );
      await scene.resetFactor(null, rows[0]!.id, 'again');
      await mails();
      const again = await scene.openSession(email);
      await verifyFactor(scene.database, again.user, again.session);
      await scene.setUp(again, 'again');
      expect(await mails()).toEqual([]);
    },
  );

  test('a coach’s arrival or departure is announced to no one', async () => {
    await both();
    const coach = await scene.join('coach');
    await scene.deactivate(null, coach.person);
    expect(await mails()).toEqual([]);
  });

  test('a person whose role is raised is told who did it', async () => {
    const { admin, other } = await both();
    const coach = await scene.join('coach');
    await scene.change(admin, { action: 'role', id: coach.person, role: 'clinician' });
    const written = await mails();
    expect(written.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ...to([admin, other], ROLE),
      [coach.email, OWN],
    ]);
    for (const { body_text: text } of written) expect(text).toContain('The administrator gave');
    await scene.changeRole(null, coach.person, 'administrator');
    expect((await mails()).at(-1)!.body_text).toContain(
      'Someone with access to the portal’s server gave you the role administrator',
    );
  });

  test('an administrator who is deactivated, or no longer one, is told with the others', async () => {
    const { admin, other } = await both();
    const [third, fourth] = [await scene.join('administrator'), await scene.join('administrator')];
    await mails();
    await scene.change(admin, { action: 'deactivate', id: third.person });
    expect(await subjects()).toEqual([...to([admin, other, fourth], LESS), [third.email, OWN]]);
    await scene.change(admin, { action: 'role', id: fourth.person, role: 'coach' });
    expect(await subjects()).toEqual([...to([admin, other], LESS), [fourth.email, OWN]]);
  });

  test('clinicians learn that a role is waiting for them, and no one else does', async () => {
    const { admin } = await both();
    const [clinician, coach] = [await scene.join('clinician'), await scene.join('coach')];
    await mails();
    const waits = [[clinician.email, 'A role needs your agreement']];
    await scene.invite(admin.person, 'new@clinic.example', 'coach');
    expect(await subjects()).toEqual(waits);
    await scene.changeRole(admin.person, coach.person, 'clinician');
    expect(await subjects()).toEqual(waits);
    // A proposal that was already reported isn't reported again. Approving sends the same email as for every
    // role.
    await scene.changeRole(admin.person, coach.person, 'clinician');
    expect(await mails()).toEqual([]);
    await scene.agree(clinician.person, coach.person, 'clinician');
    expect((await subjects()).map(([, subject]) => subject)).toContain(OWN);
  });

  test('a zone has the name that people use, such as Eastern Time, and abroad the name of its city', async () => {
    const american =
      /^(Eastern|Central|Mountain|Mountain Standard|Pacific|Alaska|Hawaii-Aleutian|Hawaii-Aleutian Standard) Time$/;
    const places = [...Intl.supportedValuesOf('timeZone'), 'America/Indiana/Indianapolis'];
    const named = places.map((zone) => ({ zone, words: zoneName(zone, Date.now()) }));
    const expected = named.filter(({ words }) => american.test(words));
    expect(expected.length).toBeGreaterThan(30);
    const { rows: found } = await scene.database.query(
      `select zone, private.zone_words(zone) as words from unnest($1::text[]) as zone`,
      [expected.map(({ zone }) => zone)],
    );
    expect(found).toEqual(expected);
    const { rows } = await scene.database.query(`select private.zone_words('America/Buenos_Aires') as words`);
    expect(rows).toEqual([{ words: 'Buenos Aires time' }]);
  });

  test('an email has the name, the time with its zone, who to tell and what to do, as text and as HTML', async () => {
    const { admin } = await both();
    await scene.database.query(`update public.care_team set name = 'Ann <b> & "O''Hara"' where id = $1`, [
      admin.person,
    ]);
    const coach = await scene.join('coach');
    await scene.database.query(`update public.care_team set time_zone = 'America/New_York' where id = $1`, [
      coach.person,
    ]);
    for (let tries = 0; tries < 5; tries += 1)
      await scene.ask('public.mfa_verification_attempt($1)', [{ factor_id: coach.factor, valid: false }]);
    const written = await mails();
    const own = written.find(({ recipient }) => recipient === coach.email)!;
    const words = own.body_text.split('\n\n');
    expect(words).toEqual([
      'Hello The coach,',
      'Someone entered five wrong codes for your authenticator app. The app is locked for 15 minutes.',
      expect.stringMatching(
        /^When: [A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}, at \d{1,2}:\d\d (am|pm) Eastern Time\.$/,
      ),
      'If it was you: wait 15 minutes, then use the code that your app shows.',
      expect.stringContaining(
        `If it wasn’t you, someone else can read your email. Change its password, and tell an administrator right away: Ann <b> & "O'Hara", ${admin.email}`,
      ),
      'Béa\n',
    ]);
    expect(own.body_html).toBe(emailPage(own.subject, words.slice(0, -1).map(paragraph)));
    expect(own.subject).not.toContain('coach');
    const others = written.find(({ recipient }) => recipient === admin.email)!.body_text.split('\n\n');
    expect(others.toSpliced(2, 1)).toEqual([
      `Hello Ann <b> & "O'Hara",`,
      `This is about The coach, ${coach.email}. Someone entered five wrong codes for their authenticator app. The app is locked for 15 minutes.`,
      'Please ask The coach, by phone or in person. If it was them: the lock ends by itself, and there is nothing for you to do.',
      'If it wasn’t them, someone else can read their email. Have them change its password. If that takes a while, deactivate them until then.',
      'Béa\n',
    ]);
  });

  test('after five wrong setup codes both hear that a new one is needed', async () => {
    const { admin } = await both();
    const { email } = await inviteMember(scene.database, 'coach');
    const account = await scene.openSession(email);
    await verifyFactor(scene.database, account.user, account.session);
    for (let tries = 0; tries < 5; tries += 1) await scene.setUp(account, 'wrong');
    const written = await mails();
    for (const { body_text: text } of written)
      expect(text).toContain(
        'Someone entered five wrong setup codes for the Béa team workspace. A new setup code is needed.',
      );
    expect(written.find(({ recipient }) => recipient === admin.email)!.body_text).toContain(
      'If it was them: give them a new setup code, by a new invitation or by a reset of their app.',
    );
  });

  test('a coach waiting for a clinician learns that the wait is over, and from whom', async () => {
    const { admin } = await both();
    const [clinician, invited] = [await scene.join('clinician'), await inviteMember(scene.database, 'coach')];
    const account = await scene.openSession(invited.email);
    await scene.database.query(
      'update public.care_team set proposed_role = role, proposed_by = $1 where email = $2',
      [admin.person, invited.email],
    );
    await verifyFactor(scene.database, account.user, account.session);
    await scene.setUp(account, invited.codeHash);
    await mails();
    const enter = () =>
      scene.ask('public.team_enter($1, $2, $3, true)', [account.user, account.session, ['coach']]);
    await expect(enter()).rejects.toMatchObject({
      ...NOT_ALLOWED,
      message: 'A clinician has to approve your role as coach first.',
    });
    await scene.change(clinician, { action: 'agree', id: invited.person, role: 'coach' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect([mail!.recipient, mail!.subject]).toEqual([invited.email, OWN]);
    expect(mail!.body_text).toContain(
      'The clinician agreed to your role as coach in the Béa team workspace. You can go in now.',
    );
    await enter();
  });

  test('a reset by command says who to ask: the person, and the server’s operator', async () => {
    const { admin, other } = await both();
    const coach = await scene.join('coach');
    const wordsTo = async (email: string) =>
      (await mails()).find(({ recipient }) => recipient === email)!.body_text;
    await scene.resetFactor(null, coach.person, 'told');
    const byCommand = await wordsTo(other.email);
    expect(byCommand).toContain(
      'Someone with access to the portal’s server reset the authenticator app of The coach',
    );
    expect(byCommand).toContain(
      'please ask The coach, and the person who runs the server, by phone or in person.',
    );
    await scene.resetFactor(admin.person, coach.person, 'told again');
    expect(await wordsTo(other.email)).toContain(
      'please ask The coach, and The administrator, by phone or in person.',
    );
  });

  test('the only administrator is told to reply to the email', async () => {
    const admin = await scene.join('administrator');
    await mails();
    await scene.resetFactor(null, admin.person, 'told');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail!.body_text).toContain('let us know right away by replying to this email');
  });
});
