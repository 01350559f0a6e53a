/** What the demonstration's clinicians wrote. Rich text as it comes from their editor; notes in markdown. */
export const CONSULTATION_NOTES = {
  'initial-consultation': `<h3>Your first consultation</h3>
<p>Thank you for the open conversation. Here is what we talked about, so that you do not have to remember it all.</p>
<ul>
<li><strong>Your history:</strong> regular cycles of about 28 days, no earlier treatment.</li>
<li><strong>Your plan:</strong> up to three cycles with the kit, with your coach beside you.</li>
<li><strong>Before we start:</strong> folic acid, 400 micrograms a day, unless we have agreed on a different dose.</li>
</ul>
<p>Next, your kit is sent to you, and you meet your Clinical Coach.</p>`,
  'post-treatment-review': `<h3>Looking back together</h3>
<p>We went through your three cycles and how you are feeling now. There is no hurry to decide anything.</p>
<ul>
<li><strong>What we saw:</strong> a clear LH peak in each cycle, and the applicators used as planned.</li>
<li><strong>What is open to you:</strong> a rest, further tests with your own doctor, or a talk about other kinds of treatment.</li>
</ul>
<p>Your coach stays within reach for any question.</p>`,
};

export const MEDICAL_NOTES = [
  {
    title: 'Initial consultation summary',
    content: `We met by video to talk about your history and your goals.

## What we agreed

- Up to **three treatment cycles** with the kit
- Ovulation tests once a day, at about the same time
- Folic acid, 400 micrograms daily

## Your plan at a glance

| Step | When |
|---|---|
| Kit arrives | within a week |
| Meet your coach | before the first cycle |
| First cycle | with your next period |

Please write to your coach whenever something is unclear. No question is too small.`,
  },
  {
    title: 'Preparing for your first cycle',
    content: `A short note on the weeks before your first cycle.

1. Start folic acid now, if you have not yet.
2. Read the applicator instructions once, in peace, before you need them.
3. Note the first day of your period: it is day 1 of your cycle.

With PCOS, LH can be high for other reasons, so speak with your coach about what your tests show.`,
  },
];
