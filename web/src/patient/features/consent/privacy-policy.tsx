import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';

/** The policy that ships with the product. It describes the product, and the clinic has to complete it. */
export function PrivacyPolicyText() {
  return (
    <>
      <Notice>
        <strong>To be reviewed by the clinic.</strong> This text comes with the portal and describes what the
        portal does. The clinic that invites you adds its name and address, the law that applies and how to
        reach its privacy officer before it takes patients.
      </Notice>
      <Part title="In short">
        <p>
          You’re here for treatment, and this portal keeps what your treatment needs. Only you and the people
          who care for you can see it. We don’t sell anything, we don’t use anything for advertising, and we
          don’t tell any other company that you were here. You can download everything, see who opened your
          record, and delete your account, all on My Account.
        </p>
      </Part>
      <Part title="What we keep, and why">
        <List>
          <li>
            <strong>Who you are</strong>: your name, email address and, if the clinic has it, your phone
            number. To let you in, to greet you and to reach you.
          </li>
          <li>
            <strong>What you agreed to</strong>: your four choices and every later change with its time. To
            honor them, and to be able to show that we did.
          </li>
          <li>
            <strong>Your answers to the questionnaire and the surveys</strong>: age, cycle, history, family
            setup and how treatment went for you. To prepare for your consultation and adapt your plan.
          </li>
          <li>
            <strong>Your treatment</strong>: the steps you’ve completed, your ovulation and pregnancy test
            results, safety checks and treatment days, who uses the applicator and that they agree, and the
            delivery of your kit. To show you what comes next, and to let your care team follow along.
          </li>
          <li>
            <strong>Your body</strong>: the periods that you log, the symptoms that you report, a pregnancy
            and, if it ends, the loss. To keep you safe, to plan your cycles, and to stop asking for things
            that no longer apply.
          </li>
          <li>
            <strong>Your messages</strong>: what you and your care team write to each other, and the pictures
            you send. To reply to you, and so the next person who helps you knows what was said.
          </li>
          <li>
            <strong>Your calls</strong>: the date, the time and who they’re with. To run the calls and remind
            you.
          </li>
          <li>
            <strong>Notes from your clinician and your coach</strong>, and stored transcripts of coaching
            sessions and emails. For your care, and only with your consent.
          </li>
          <li>
            <strong>Who opened your record</strong>: who, what type of information, and when, but never its
            content. To keep everyone accountable. You can read this list on My Account.
          </li>
          <li>
            <strong>What keeps sign-in safe</strong>: one-time codes, which are stored scrambled and work for
            10 minutes, your open sessions, and a count of attempts.
          </li>
        </List>
        <p>
          Your device stores your session (so you don’t have to sign in on every visit), unfinished forms,
          results waiting to be sent, treatment-day timers, and whether pregnancy tests are hidden. Signing
          out removes all of it. There are no advertising cookies and no trackers.
        </p>
      </Part>
      <Part title="Who sees it">
        <List>
          <li>You.</li>
          <li>Your clinician and your Clinical Coach, as needed for your care.</li>
          <li>
            The clinic’s administrators: your name, address, phone number, consents, kit, the times of your
            calls and whether our emails arrive. Nothing about your health.
          </li>
          <li>The clinic’s technical team, when they have to fix something.</li>
          <li>
            Other healthcare providers, and only medical summaries, if you agreed to that. You can withdraw it
            on My Account.
          </li>
          <li>
            The services that deliver our emails and, if you agreed to texts, our text messages. They see your
            address or number and the message. Text messages are not encrypted, so ours say as little as
            possible.
          </li>
        </List>
        <p>Other patients can’t see anything about you, not even that you’re here.</p>
      </Part>
      <Part title="What HIPAA means here">
        <p>
          HIPAA is the federal law that protects health information in the United States. Under HIPAA the
          clinic may use what it knows about you to treat you, to be paid for it and to run the clinic. For
          most other uses it needs your written permission, and you can withdraw it.
        </p>
        <p>
          Companies that handle your information for the clinic, such as the one that delivers our emails,
          sign a contract that holds them to the same rules. If your information ever reaches someone who
          should not have it, the clinic must tell you. The clinic’s Notice of Privacy Practices has the
          details.
        </p>
      </Part>
      <Part title="If a court or the police ask">
        <p>
          A request alone is not enough. The clinic gives out information about you only when the law requires
          it, for example with a court order or a warrant, and then no more than the order requires. The
          clinic has each request checked by a lawyer first. Unless the law forbids it, the clinic will tell
          you before it gives out anything, so that you can object.
        </p>
      </Part>
      <Part title="How long we keep it">
        <List>
          <li>Your record, for as long as you have an account.</li>
          <li>
            A questionnaire you haven’t saved yet, for 30 days after you last changed it. Only you can see it.
          </li>
          <li>
            For 7 days after you ask us to delete it. You can change your mind during that time. After that,
            your account, answers, results, notes, calls, documents, messages and sign-ins are removed from
            the portal.
          </li>
          <li>
            <strong>What stays</strong>: the list of who opened your record, because we must be able to
            account for that. A random number replaces your name in it, so it can’t be traced to you. Nothing
            else stays.
          </li>
          <li>
            Backups, and what the law asks the clinic to keep outside the portal, follow the clinic’s own
            terms, which it states here.
          </li>
        </List>
      </Part>
      <Part title="Your rights">
        <List>
          <li>
            <strong>See and correct</strong>: your answers are under Patient Information, where you can edit
            them.
          </li>
          <li>
            <strong>Take it with you</strong>: download everything we have about you on My Account, as a
            spreadsheet (CSV), with every detail (JSON), or in the format clinics use to share records (FHIR).
            You can also download a one-page summary for a doctor (PDF).
          </li>
          <li>
            <strong>See who was there</strong>: My Account lists who opened or changed your record, and when.
          </li>
          <li>
            <strong>Change your mind</strong>: turn off reminders, text messages or the sharing of summaries
            on My Account, or withdraw your consent altogether. The portal then closes, and you can still
            download your data and delete your account. Each change takes effect right away, and your consent
            history keeps every consent with its time.
          </li>
          <li>
            <strong>Delete</strong>: delete your account on My Account. You confirm it with a code we email
            you, and then have 7 days to change your mind. During that time we send you nothing else. After
            that, we cancel any calls still booked and delete your record.
          </li>
          <li>
            <p>
              <strong>Ask or complain</strong>: write to your coach or to the clinic. You can also complain to
              the Office for Civil Rights of the U.S. Department of Health and Human Services, online at{' '}
              <TextLink to="https://www.hhs.gov/ocr/complaints" newTab>
                hhs.gov/ocr/complaints
              </TextLink>{' '}
              or by phone at 1-800-368-1019. The clinic may not treat you any differently because you did.
            </p>
          </li>
        </List>
      </Part>
      <Part title="How it is protected">
        <p>
          Everything travels encrypted. The database itself checks every request against who you are. The
          portal loads nothing from other companies, and its own logs contain no health information, email
          addresses or codes.
        </p>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-heading">{title}</h2>
      <div className="mt-3 space-y-4">{children}</div>
    </section>
  );
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className="list-disc space-y-2.5 pl-5 marker:text-brand">{children}</ul>
);
