-- Made by scripts/supabase-seed.ts from supabase/content. May be run again: what has changed is brought up to date, what is
-- no longer here is taken away, and what the clinic wrote or changed itself stays until the file changes.

delete from public.blog_articles where id in (select id from private.shipped_articles where id not in ('folic-acid-the-short-version', 'getting-ready-for-your-consultation', 'the-days-before-the-first-sample', 'who-is-on-your-side', 'other-signs-of-your-body', 'reading-an-ovulation-test', 'six-days-not-one', 'the-cap-hour-by-hour', 'thirty-minutes-of-patience', 'two-applicators-two-days', 'after-a-negative-test', 'the-weeks-in-between', 'when-to-take-a-pregnancy-test', 'after-a-loss', 'grief-in-its-own-time', 'when-it-is-a-lot'));
delete from private.shipped_articles where id not in ('folic-acid-the-short-version', 'getting-ready-for-your-consultation', 'the-days-before-the-first-sample', 'who-is-on-your-side', 'other-signs-of-your-body', 'reading-an-ovulation-test', 'six-days-not-one', 'the-cap-hour-by-hour', 'thirty-minutes-of-patience', 'two-applicators-two-days', 'after-a-negative-test', 'the-weeks-in-between', 'when-to-take-a-pregnancy-test', 'after-a-loss', 'grief-in-its-own-time', 'when-it-is-a-lot');

insert into public.blog_collections (handle, title, url, position) values
  ('events', 'Events', '/learn?collection=events', 0),
  ('before-you-start', 'Before you start', '/learn?collection=before-you-start', 1),
  ('your-fertile-window', 'Your fertile window', '/learn?collection=your-fertile-window', 2),
  ('using-your-kit', 'Using your kit', '/learn?collection=using-your-kit', 3),
  ('waiting-and-testing', 'Waiting and testing', '/learn?collection=waiting-and-testing', 4),
  ('hard-days', 'Hard days', '/learn?collection=hard-days', 5)
on conflict (handle) do nothing;

with shipped (id, hash, collection_handle, title, description, image, link, body, published_at) as (values
  ('folic-acid-the-short-version', '0507f3623b48d4b17ffd44c306f34cbb67909f55b04286d9579f1822a52bced3', 'before-you-start', 'Folic acid, the short version', 'How much, when to start, when to stop, and who to ask if you’re not sure the usual amount is right for you.', '/art/cover-1.svg', '/learn/articles/folic-acid-the-short-version', 'Of all the things people tell you to do when you’re trying to get pregnant, this one is the easiest to remember: **400 micrograms of folic acid, every day, while you’re trying and until 12 weeks of pregnancy.**

That’s all there is to it. The rest of this page is about making it easy.

## Who takes it

The person who will carry the pregnancy. If you’re a couple, that’s one of you. If a surrogate is carrying for you, it’s the surrogate. Donors and partners are off the hook, though a partner who puts the bottle next to the coffee maker deserves some credit.

## When to start

If you’re trying, the answer is now. You don’t need to wait for your kit, your consultation or a particular day of your cycle. If your first cycle with us is still a few weeks away, those weeks count too.

## Making it a habit

It may be easier to remember along with something you already do every day:

- with the first glass of water in the morning,
- next to your toothbrush,
- with a pill you already take.

A reminder on your phone can’t hurt either. Give it a boring name, and no one will ask.

## When the usual amount isn’t right for you

Some people need a different dose. A website can’t work that out for you, and that includes ours. If you’re in doubt, please **ask your clinician**, for example because of a condition you live with, a medicine you take, or your family history. You can bring it up in your consultation, or write to your coach first, who will pass it on.

## What to bring to your consultation

Write down what you take now: the name on the label and the amount. If you take several things, a photo of the labels is perfect. Your clinician will go over it with you, and your notes will say what you agreed on, so you don’t have to remember it all.', '2026-11-15T12:00:00Z'),
  ('getting-ready-for-your-consultation', 'ec56df4af019ad2e69d2b57e55d7d3af2abf9a58326dea8bbb1a89458a48f29c', 'before-you-start', 'Getting ready for your consultation', 'What to have on hand, what you may be asked, and how to make the most of your time.', '/art/cover-3.svg', '/learn/articles/getting-ready-for-your-consultation', 'Your first consultation is a conversation, not an exam. No one will test you, and there’s no wrong way to tell your story. A little preparation helps only because it leaves more time for what matters to you.

## Have these on hand

- The first days of your last few periods, as well as you remember them. “About the middle of the month” is useful too.
- What you take, with the amounts: prescriptions, supplements and folic acid.
- Letters or results from earlier tests, if there are any.
- A list of your questions, in your own words, with the most important one on top.

If you filled out the questionnaire a while ago, take another look. You can correct anything before the call, and your clinician will see what you changed.

## Who should be there

Anyone you want. Some people come alone, some with a partner, a friend or a co-parent. If you’re working with a donor or a surrogate, you decide together who joins and what you share. It’s also fine to ask for part of the conversation alone.

## On the day

The join button opens **10 minutes before the start**, here in the portal. Find a place where you can speak freely. If you share a home, headphones and a closed door are often enough. If something comes up, write to us and we’ll find another time.

## Questions worth asking

1. What does my plan look like, step by step?
2. Is the usual amount of folic acid right for me?
3. With my history, is there anything I should know about ovulation tests? With PCOS, for example, LH can be high for other reasons.
4. Who do I write to when something is unclear?

## Afterward

You don’t need to take notes. You’ll find a summary under Medical Notes, and you can read it as often as you like, print it, or take it to your own doctor. If you think of something ten minutes after you hang up, your coach is just an email away.', '2026-11-14T12:00:00Z'),
  ('the-days-before-the-first-sample', '6b0d2016768fdda87d86a7cf6e558835b5a6e5b3a59bb8cf4a2da4575a786266', 'before-you-start', 'The days before the first sample', 'Two to seven days, what that means for your calendar, and why the next day’s sample is part of the plan.', '/art/cover-4.svg', '/learn/articles/the-days-before-the-first-sample', 'Before the first sample of a cycle, we ask the person providing it to go **2 to 7 days without ejaculating**. It sounds simple, and it is, until it meets a real calendar. Here are some ways to make it work.

## Why it is a range

No one can predict the exact day of ovulation. A range gives you room: at least two days, at most seven. So rather than planning for one date, plan for a stretch of days.

## Counting back from your tests

You’ll be testing for ovulation anyway. Here’s a practical way to use that:

| What your test shows | What it means for the sample |
|---|---|
| Negative (low LH) | Keep in touch with each other; there’s nothing to do today |
| High (rising LH) | A good time to make sure the two days are covered |
| Peak (positive LH surge) | You’re ready to use your first applicator, the same day |

If the peak comes earlier than you both expected and it hasn’t been two days, don’t let that ruin your morning. Write to your coach, say what happened, and you’ll figure out together what to do.

## And the second day?

Each cycle has two applicators, on consecutive days. The 2 to 7 days count **before the first sample**. The second sample comes the next day, and that’s how it’s meant to be. There’s nothing to make up for and nothing to save.

## If you’re working with a donor

Give your donor the range, not a date. It helps to agree on a few things early:

- how you’ll let each other know (one short message is enough),
- how quickly a sample can reach you,
- what happens if the days don’t work this time.

## Be kind to each other

This part of the plan asks for something private, on a schedule. It may well feel awkward. A bit of humor helps, and so does saying out loud that it’s awkward. If it becomes a burden, tell your coach. Together you’ll look for room in the plan.', '2026-11-13T12:00:00Z'),
  ('who-is-on-your-side', '1b620a61039e1dfd8cd031dad24a9275e2863c465c1a6153f561b94ea422d212', 'before-you-start', 'Who is on your side', 'Your clinician, your coach and Support each do something different. Here’s who to ask for what, and when you’ll hear back.', '/art/cover-2.svg', '/learn/articles/who-is-on-your-side', 'You’ll meet several people along the way. Knowing who does what saves you from writing the same email three times.

## Your fertility clinician

Your clinician looks at your history, makes your plan with you, and is the person for questions about your health: your dose of folic acid, a condition you live with, a result that worries you. You meet at your first consultation, and again after treatment to look back together. What you agree on is written down under **Medical Notes**.

## Your clinical coach

Your coach is there for you from day to day. Ask them about:

- reading your ovulation tests, and what to do with an unclear one,
- using the applicator for the first time, or differently the second time,
- planning around work, travel, a partner or a donor,
- how to get through a hard day. It doesn’t have to be a medical question.

You can write as often as you like. Your coach **replies within {reply promise}**. If talking is easier, book a video call on the My Coach page.

## Support

Support handles everything that isn’t your treatment: a package that hasn’t arrived, an address that has changed, a button that does nothing.

## What can’t wait for an email

Some things shouldn’t wait in anyone’s inbox. **Get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap. Get care first, and tell us afterward.

## The people you bring yourself

A partner, a friend, a sister, a donor, a surrogate, or no one at all: every setup is welcome here. If you do have someone, think about what you’d like from them. “Please don’t ask me about it until I bring it up” is a perfectly good request. So is “please ask me every Sunday.”

You decide who knows, and how much. Our emails have discreet subject lines, so a glance at your phone gives nothing away.', '2026-11-10T12:00:00Z'),
  ('other-signs-of-your-body', 'cfd3a50b63103064dd1e528c63c6e551a2c0d5c695f0dbfdcd6c99a5b7c22366', 'your-fertile-window', 'Other signs of your body', 'Cervical mucus and temperature: what each can add to your tests, and what it can’t tell you.', '/art/cover-4.svg', '/learn/articles/other-signs-of-your-body', 'Tests aren’t the only way to follow a cycle. Some people like to watch their body’s own signs too, and some just find it tiring. Both are fine. Here’s what two of them can add.

## Cervical mucus

In the fertile part of a cycle, mucus from the cervix usually becomes **clear and stretchy**. This lasts for **2 to 4 days**. You may notice it on toilet paper, in your underwear, or by touching with clean fingers.

What helps:

- Look at about the same time every day, and write one word: dry, sticky, creamy, stretchy.
- Give it a full cycle before you look for a pattern.
- Don’t worry about a day that doesn’t fit.

What it adds: it’s a hint that you may be in your fertile days, in addition to your LH tests.

## Temperature

After ovulation, the body’s temperature at rest goes up a little, by **up to about 0.9 °F (0.5 °C)**. To see such a small change, take your temperature before you get up, at about the same time each morning, with a thermometer that shows small steps.

Here’s the important part: temperature shows ovulation **only afterward**. It can tell you that ovulation has happened. It can’t tell you that it’s coming, so please do not wait for a rise before you use your applicator. By then ovulation is over.

## Apps

An app is a good notebook. Its forecasts are based on your past cycles, and each cycle can be different. Use it to keep your notes in one place, and let your tests decide.

## Which should I follow?

| You would like… | Then look at… |
|---|---|
| a prediction you can act on | LH tests |
| a second hint at the same time | mucus |
| to understand a cycle afterward | temperature |
| none of this every single day | just LH tests, and that’s enough |

If your signs seem to contradict each other, you didn’t do anything wrong. Write down what you saw and when, and send it to your coach. And if watching this closely makes the weeks harder, put the thermometer in a drawer. You’re allowed to.', '2026-11-13T12:00:00Z'),
  ('reading-an-ovulation-test', '7ff4737cfcb0c92921ea2898607117d37ce5597236a49d62be23fb585904d423', 'your-fertile-window', 'Reading an ovulation test', 'What negative, high, peak and invalid mean, what to do after each, and what a test can’t tell you.', '/art/cover-2.svg', '/learn/articles/reading-an-ovulation-test', 'An ovulation test looks for LH, a hormone that rises before ovulation. It has four possible answers, and each has one next step.

## The four answers

| Result | In plain words | What to do |
|---|---|---|
| Negative (Low LH) | You’re not quite in your fertile window yet | Keep testing |
| High (Rising LH) | Your peak should be coming soon | Keep testing |
| Peak (Positive LH Surge) | You’re ready for your first applicator | Use it the same day |
| Invalid | The test didn’t work | Try again with a new one |

Here, “negative” only means there’s little LH today. It says nothing about you or your chances. “Positive” means the test found the surge.

## What a peak means, and what it doesn’t

A peak usually comes **24 to 36 hours before ovulation**. So it predicts. It does not confirm: no strip can show that an egg was actually released, or when. That’s why your plan uses two applicators on consecutive days rather than one at a precise moment.

“The same day” doesn’t have to mean “this minute.” Finish your breakfast. Let the person providing the sample know. There’s time.

## Making tests easier to read

- Test at about the same time each day, so your results are easy to compare.
- Follow the instructions that come with your tests, because each brand’s lines are read differently.
- Log the result right away, here in the portal. Your results are stored under My Account, and your coach can look at the same results.
- If you can’t tell what a test shows, take a photo in daylight and ask your coach.

## If your tests puzzle you

Two peaks? None at all? High for days on end? With **PCOS**, LH can be high for other reasons, and a positive test may not mean what it usually means. Please don’t draw conclusions on your own. Talk to your coach, who can go through your results with you and bring in your clinician if needed.

And if you keep getting invalid tests, tell us. We’ll help you find out why and make sure you have tests that work.', '2026-11-14T12:00:00Z'),
  ('six-days-not-one', 'bb6a3d6844b1c1c772c1bca98471b17f908201baae9651b668d8ac57ae71febd', 'your-fertile-window', 'Six days, not one', 'What the fertile window is, why it lasts several days, and why no one can promise you a single right one.', '/art/cover-5.svg', '/learn/articles/six-days-not-one', 'Many people come in with the idea of one magic day. It’s a stressful idea, and it’s not how it works. There’s a window, with room in it.

## What the window is

The fertile window is **the six days that end on the day of ovulation**. Two facts explain its length:

- Sperm can live for **up to 5 days**.
- The egg is there for **up to 24 hours** after it’s released.

So sperm that arrive before the egg can still be there when it comes. That’s why the window opens days before ovulation and closes with it.

## Why we don’t name a day

Ovulation leaves hints, and none of them is precise. A test can tell you it’s probably close. Mucus can be a hint that it’s close. A thermometer can tell you it has happened. None of them gives an hour, and none gives a date with certainty. If an app shows you a single day in a bright color, treat it as a guess.

| Hint | What it can tell you |
|---|---|
| LH test | a peak usually comes 24 to 36 hours before ovulation |
| Cervical mucus | clear and stretchy for 2 to 4 days around the fertile time |
| Temperature | a small rise afterward, which shows that ovulation has happened |

## What this means for your plan

With the kit, you use two applicators on two consecutive days, starting on the day of your peak. That plan already allows for the uncertainty. You don’t need to get up at four in the morning or drop everything within the hour: **the same day** is what counts.

## When the window is hard to find

Some cycles are easy to read, and some are not. With PCOS, LH can be high for other reasons, so tests can be harder to read. Either way, the next step is the same, and it’s a small one: write to your coach and describe what you saw. You’ll look at it together.', '2026-11-15T12:00:00Z'),
  ('the-cap-hour-by-hour', '26a84299a1b3b54a8fc1977f6125b886246fb4c6b1bd6f0f5cf7a6ea9bf6d4d1', 'using-your-kit', 'The cap, hour by hour', 'From the moment it’s in place to the moment you take it out by its string, and what to do if that doesn’t go as planned.', '/art/cover-5.svg', '/learn/articles/the-cap-hour-by-hour', 'The cap holds the sample close to the cervix. It stays in for **up to five hours**, it’s used **once**, and it comes out **by its string**. Those three facts will get you through the day. Here’s how the day can go.

## The first minutes

Once you have turned the handle and the cap is in place, take the applicator out and note the time. Better still, start the timer in the portal, which keeps count for you and shows nothing private on your lock screen.

## The hours in between

Talk to your coach ahead of time about how to spend them, so you don’t have to wonder on the day. A few practical tips:

- Set an alarm you can’t miss, especially if you might fall asleep.
- Plan to be somewhere with a bathroom well before the five hours are up.
- If something hurts, take the cap out by its string and tell your coach. “Up to five hours” means it doesn’t have to be all five.

## Taking it out

Wash your hands. Find the string, breathe out, and pull gently and steadily. Five hours is the most. Afterward, throw the cap away. It’s made for a single use.

## “There is still fluid in it”

There usually is. It’s what the sperm traveled in. Seeing it doesn’t mean something went wrong, and there’s nothing you need to do about it.

## If it doesn’t come out

Take a breath, and try again with clean hands. If you can’t reach the string, or the cap doesn’t move, contact your coach right away and say how long it’s been in.

> **Get urgent medical help now** if you have a fever with a rash or feel very unwell after using a cap, or if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding.

We list these signs so you know them. Once you do, you can set them aside and have a quiet afternoon.', '2026-11-14T12:00:00Z'),
  ('thirty-minutes-of-patience', 'cb58fac2239f64abf451703bd96050b9cc6729e618ef1d5ab88bc67201f930ba', 'using-your-kit', 'Thirty minutes of patience', 'Why the sample rests before you use it, at what temperature, and what to do with the half hour.', '/art/cover-3.svg', '/learn/articles/thirty-minutes-of-patience', 'Every treatment day has half an hour when you do nothing. It’s one of the more useful half hours.

## Why it rests

A fresh sample needs time. If you leave it alone for **30 minutes at room temperature**, it liquefies, and then you can pour it through the funnel into the cap. So the rest isn’t a formality: it’s what makes the next step work.

## Where to put it

- Keep the cup **between 68 °F and 99 °F (20 °C and 37 °C)**. Ordinary room temperature is fine.
- Put it on a level surface where no one will knock it over.
- Keep it away from a sunny windowsill, a radiator or a fridge.

You don’t need to stir it, shake it or check it every five minutes. If your home is colder than 68 °F (20 °C), a warmer room is all you need. If you’re not sure, ask your coach before that day, not on it.

## What to do with the half hour

Set a timer first, so you can stop thinking about it. The portal has one for exactly this. Then, for example:

1. Wash your hands, and lay out the applicator and the funnel.
2. Read the applicator instructions once more, slowly.
3. Go to the bathroom.
4. Make the place where you’ll lie down comfortable: a pillow, a blanket, something to listen to.

Some couples spend the time together, some people prefer to be alone with a podcast. If you’re working with a donor who has just left, it can be a strange, quiet moment. Let it be one.

## Questions you may have

**Is a little longer a problem?** Plan for 30 minutes, with a timer. The survey afterward asks how long it was, so your coach knows. If the doorbell rang and it was much longer, write to your coach and say so.

**It won’t pour.** Don’t force anything. Give it a moment, and write to your coach.

**Can we prepare both days together?** No. Each applicator needs its own fresh sample, on its own day.', '2026-11-15T12:00:00Z'),
  ('two-applicators-two-days', '44ce9e0dcef49b7441a266247d7e6ef594c871ac402b3191d9b77024a7861aaa', 'using-your-kit', 'Two applicators, two days', 'How a treatment cycle works, what to do on each of the two days, and what may feel different the second time.', '/art/cover-1.svg', '/learn/articles/two-applicators-two-days', 'Each cycle comes with **two applicators**. Use one a day on two **consecutive days**, and each one only **once**.

## Day one

It starts with a peak on your ovulation test. From then on, you have a whole day, not a countdown:

1. Let the person providing the sample know.
2. Collect the sample, and let it rest for 30 minutes at room temperature, between 68 °F and 99 °F (20 °C and 37 °C).
3. Pour it through the funnel into the cap.
4. Insert the applicator gently into the vagina, and turn the handle to release the cap onto the cervix.
5. Note the time. The cap stays in for up to five hours, and then comes out by its string.

Afterward, the portal asks you a few short questions. They help your coach see how it went, so please say how it really was, not how you think it should have been.

## Day two

The same again, with the second applicator and a fresh sample. Nothing from the first day is reused. A second sample the day after the first is exactly what the plan expects.

## Why two

A peak usually comes 24 to 36 hours before ovulation, and no one can predict the hour. So the plan covers two days, and you don’t have to hit an exact moment.

## What feels different the second time

You’ve done it once, and you know what comes next. If the first day was difficult, tell your coach that same evening: replies come within {reply promise}, so there’s time to talk before the second applicator. Together you can think of something to do differently, such as another position, more time, or a call with your coach on speaker.

## If only one day works

Life happens: a night shift, a train, an argument, a donor with a fever. If one of the two days falls through, write to your coach as soon as you know. You’ll decide together what makes sense this cycle. And be gentle with yourself.

Your plan has three cycles. It doesn’t all depend on a single day.', '2026-11-13T12:00:00Z'),
  ('after-a-negative-test', 'bce2595d92d5e3415c5c6fb8fb16c9c9b5215c374dba8ce7275911509c4227d3', 'waiting-and-testing', 'After a negative test', 'First, we are sorry. Then, at your own pace, a few things that may help on the day, in the week, and before the next cycle.', '/art/cover-3.svg', '/learn/articles/after-a-negative-test', 'This is not the page you wanted to need. Take your time, or close it and come back another day.

## Today

You don’t have to do anything today. You don’t have to tell anyone, decide anything or feel a certain way. Some people cry, some clean the kitchen, some feel very little until Thursday. All of that is okay, even in the same home on the same day.

If you tested before the first day of a missed period, it may simply have been **early**. Test again in a few days if your period doesn’t come.

## You did not do this

People go back over the days looking for the mistake: the stairs, the coffee, the timer that ran a little late. Please be gentle with yourself there. A cycle without a pregnancy isn’t a verdict on how you used the kit, and it isn’t a verdict on your body.

## This week

- **Talk, if you want to.** Your coach is there, by email or on a video call. You don’t need a question to book one.
- **Say what you need.** “Ask me about it,” “don’t ask me about it” and “bring soup” are all clear instructions.
- **Mute what hurts.** Groups, apps, announcements. You can turn them on again later.
- **Take care of each other.** Two people may be sad on different days. It doesn’t mean one of you cares less.

## Before another cycle

Your plan has three cycles, and the next one opens when this one is finished. You decide when to start. If you’d like to go over the last few weeks first, book a call with your coach. You can look at your test results together: the days of your peak, the two applicators, anything that was difficult. There may be something small you can make easier.

If this was your third cycle, the next step is a review with your clinician. You’ll talk about what you’ve learned, how you’re doing, and what your options are. There’s no rush.

## When to get help right away

Strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding: **get urgent medical help now**, no matter what the test said.', '2026-11-14T12:00:00Z'),
  ('the-weeks-in-between', '5f3a78f0103cf802caa399d83ab2e91706630d09d6ba8184d83d9af17ebebf84', 'waiting-and-testing', 'The weeks in between', 'Nothing to log, nothing to measure, and a head full of questions. Ideas for the wait: what to do, and what to let go.', '/art/cover-4.svg', '/learn/articles/the-weeks-in-between', 'After the second applicator, there’s suddenly nothing to do. This can be the hardest part of the cycle, and it helps to know that ahead of time. Here are a few ideas.

## What you need to do

Very little:

- Keep taking **folic acid**, 400 micrograms a day, unless your clinician told you otherwise.
- Note the day you can test: **the first day of a missed period**, or otherwise **about 21 days after** the applicators. Put it in your calendar under a boring name.
- Know the signs that need help right away (below), and then set them aside.

That’s the list. If you catch yourself adding to it at night, it’s probably just the night talking.

## What you can let go

You don’t need to check your body for signs every hour, and you don’t need to search the internet for what they mean. Other people’s stories are about other people. Until you test, no one can tell you, however sure they sound.

## Making the time pass

A few suggestions:

1. Pick two evenings for something you enjoy that keeps your hands busy.
2. Decide with your partner or a friend how much you want to talk about it. Fifteen minutes a day, with a timer, can be enough.
3. Write your questions down as they come. Send them to your coach in one email, or don’t send them at all.
4. Sleep, and get outside while it’s light. It may not change much, but it changes the day.

## If you’re waiting for someone else

Partners, co-parents and intended parents wait too, without a body of their own to listen to. You can write to Support or join a call. You’re part of this.

## Signs that need help right away

**Get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap.

For everything else, there’s time, and there’s your coach.', '2026-11-13T12:00:00Z'),
  ('when-to-take-a-pregnancy-test', 'd03c3f65b64863673603079d135c001a191be92af448ecb37905dc6e803371e6', 'waiting-and-testing', 'When to take a pregnancy test', 'When to start testing, what an early negative means, and how to make that morning a little easier.', '/art/cover-2.svg', '/learn/articles/when-to-take-a-pregnancy-test', 'The wait is long, and it’s natural to think about testing early. Here’s what a test can tell you, and when.

## The day

Test **from the first day of a missed period**. If your periods aren’t regular, or you’re not sure when the next one is due, test **about 21 days after** you used your applicators.

## What the result means

- **Positive** means the test found pregnancy hormone. Log it here, and we’ll tell you what comes next, one step at a time.
- **Negative** means it found none so far. A negative **can be early**. If your period still doesn’t come, test again in a few days.

“Negative” is about a strip of paper. It isn’t about you.

## Why not sooner?

You can test whenever you want; it’s your body and your bathroom. But a negative before that day may just be early. It could leave you wondering, and you’d need another test anyway. If you know that would be hard for you, ask someone to hold on to the box until then.

## Making the morning easier

1. Decide ahead of time who will be there: a partner, a friend on the phone, or no one.
2. Read the instructions the evening before, so you know where the line will be.
3. Plan something small for the hour after, whatever the result: a walk, breakfast, a call.
4. Log the result when you’re ready. There’s no deadline.

You can hide your pregnancy test results under My Account if you’d rather not see them in the list.

## When not to wait

No matter what a test says: **get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding.

## And until then?

Keep taking your folic acid, 400 micrograms a day unless your clinician told you otherwise. Everything else can be as ordinary as you like. Your coach is there for the days that don’t feel ordinary at all.', '2026-11-15T12:00:00Z'),
  ('after-a-loss', '7d5a719d7455273618aa9f24b6f03551eeadb11dcda7c7d9da87272679f4d9a4', 'hard-days', 'After a loss', 'We are so sorry. What your body may do now, when to get help, and what no one should expect of you.', '/art/cover-3.svg', '/learn/articles/after-a-loss', 'We are so sorry. This page is short, and you can close it at any time.

## Nothing you did

People look for a reason: something they carried, ate, did or forgot. Please be gentle with yourself when those thoughts come. You did not cause this.

## The first days

You don’t have to do anything that can wait. If someone offers to cook, drive or make a phone call for you, you can say yes. You may also want to be left alone, and that’s okay.

Someone close to you can stay nearby for a night or two. Tell them what to look for: the signs in the list below.

## Your body

- **Bleeding with a loss is not a period.** You don’t have to log it as one.
- **Pregnancy tests can stay positive for a while.** A home test can’t tell you what that means; your clinician can.
- **You and your clinician can talk about what comes next, and when.** There’s no rush, and you don’t have to know yet what you want.

## When to get help now

**Get emergency help** for sudden sharp or severe pain in the belly, pain at the tip of the shoulder, bleeding that soaks a pad in an hour, large clots, fainting or feeling faint, or fever or feeling very unwell.

If you’re not sure whether something is urgent, treat it as urgent and call. The numbers are at the end of this page.

## Who else can know

You decide who you tell, when, and how much. At work, “a medical matter” is a complete answer. Having two sentences ready can spare you a long conversation: “We lost the pregnancy. We’re taking some time.”

## What we ask of you here

Nothing. The portal won’t ask you for tests, surveys or steps in your plan. Your calls, notes and messages stay as they are.', '2026-11-19T12:00:00Z'),
  ('grief-in-its-own-time', '8a25eaec77544edce187816c971c0a50b8d89d0e0853cffa22b478225e507a79', 'hard-days', 'Grief in its own time', 'Grief doesn’t keep a calendar. A few words for the weeks after a loss, for you and for the people around you.', '/art/cover-5.svg', '/learn/articles/grief-in-its-own-time', 'Grief doesn’t keep a calendar. It can be loud on the first day, or quiet for weeks and then right there in the middle of a grocery store. It can come with anger, relief, envy or nothing at all. All of that is grief too.

## What some people find helpful

- **A name, a letter, a candle, a walk.** Or none of these. There’s no right way to say goodbye.
- **One sentence for others.** “We lost the pregnancy. I want you to know, and I don’t want to talk about it yet.”
- **A break from announcements.** You can mute groups and apps. Friends who care will understand.
- **The dates.** A due date or an anniversary can hurt more than you expected. It helps if someone else knows the day.

## If there are two of you

You may grieve differently and on different days. It doesn’t mean one of you loved less. Ask, rather than guess: “Do you want to talk, or should we just be here?”

## For those around you

“I’m so sorry” is enough. So is soup, a message that doesn’t need a reply, or remembering a few weeks later.

## When it doesn’t get easier

If the days stay dark, if you can’t sleep or eat, or if you don’t want to be here, please tell someone today. The page [How are you feeling?](/feeling) has the numbers of people who listen, and you can choose “I''m having a hard time” there. In the United States you can call or text **988** at any hour.', '2026-11-18T12:00:00Z'),
  ('when-it-is-a-lot', '768e5f5714ca784787c955d59dc6468402f1e2036c686bf5679ee76102417fa0', 'hard-days', 'When it’s a lot', 'Treatment asks for hope and patience at the same time. A short page for the days when you have neither.', '/art/cover-4.svg', '/learn/articles/when-it-is-a-lot', 'Some days there’s too much of everything: the tests, the calendar, the waiting, other people’s questions. You’re not doing it wrong. It’s a lot.

## For the next hour

- **Eat, drink, sit down.** Nothing else has to be solved first.
- **Put the phone away**, or mute what hurts. You can turn it on again later.
- **Tell one person.** “I’m having a hard day” is enough. You don’t have to explain it.

## What you may feel

Sad, angry, flat, jealous of a stranger with a stroller, guilty for being jealous. Tired in a way that sleep doesn’t fix. None of it says anything about whether you will be a good parent, and none of it changes what your body does.

## For this week

Make the list shorter. Ask yourself what can wait, and let it wait. If you’re in treatment and your plan asks for something you don’t want to do right now, you can pause it in My Account. We’ll save your place in the plan.

If there are two of you, you may be tired on different days. It helps to say what you need: to talk, not to talk, a walk, an evening off from the subject.

## Someone to talk to

On the page [How are you feeling?](/feeling) you can choose “I''m having a hard time”. That page also has the numbers of people who listen.

If you’re thinking about hurting yourself, or don’t want to live, please call or text a crisis line now. In the United States that’s **988**, at any hour. You can say it just as it is.', '2026-11-17T12:00:00Z')
), changed as (
  select * from shipped where not exists
    (select from private.shipped_articles known where known.id = shipped.id and known.hash = shipped.hash)
), published as (
  insert into public.blog_articles (id, collection_handle, title, description, image, link, body, published_at)
  select id, collection_handle, title, description, image, link, body, published_at::timestamptz from changed
  on conflict (id) do update set collection_handle = excluded.collection_handle, title = excluded.title,
    description = excluded.description, image = excluded.image, link = excluded.link, body = excluded.body,
    published_at = excluded.published_at
)
insert into private.shipped_articles (id, hash) select id, hash from changed
on conflict (id) do update set hash = excluded.hash;
