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
  ('folic-acid-the-short-version', 'd559e412af2117abee53d4da112fc405a50f154ab7913166a3d23b9d3f2a71a6', 'before-you-start', 'Folic acid, the short version', 'How much, from when, until when, and whom to ask if you are not sure that the usual amount is right for you.', '/art/cover-1.svg', '/learn/articles/folic-acid-the-short-version', 'Of all the things people tell you to do while you are trying for a pregnancy, this one is short enough to remember: **400 micrograms of folic acid, every day, while you are trying and until 12 weeks of pregnancy.**

That is the whole sentence. The rest of this page is about making it easy.

## Who takes it

The person who is going to carry the pregnancy. If you are a couple, that is one of you. If a surrogate is carrying for you, it is the surrogate. Donors and partners have no part in this one, though a partner who puts the box next to the kettle deserves some credit.

## When to start

If you are trying, the answer is now. You do not need to wait for your kit, for your consultation or for a particular day of your cycle. If your first cycle with us is still some weeks away, those weeks count as well.

## Making it a habit

It may be easier to remember beside something that already happens every day:

- with the first glass of water in the morning,
- beside the toothbrush,
- together with a tablet that you take anyway.

A reminder on your phone does no harm either. Give it a dull name, and nobody will ask.

## When the usual amount is not yours

Some people need a different dose. This is not something to work out from a website, ours included. Please **ask your clinician** if you have any doubt, for example because of a condition you live with, a medicine you take, or something in your family’s history. You can raise it in your consultation, or write to your coach beforehand, who will pass it on.

## What to bring to your consultation

Write down what you take now: the name on the box and the amount. If you take several things, a photo of the labels is perfect. Your clinician will look through it with you, and your notes will say what you agreed, so that you do not have to keep it in your head.', '2026-11-15T12:00:00Z'),
  ('getting-ready-for-your-consultation', '9f8c0bf568677b27dae98cc41a3b61d67df1a435c01a2a25f1575aee3d8e7201', 'before-you-start', 'Getting ready for your consultation', 'What to have beside you, what you may be asked, and how to make the time your own.', '/art/cover-3.svg', '/learn/articles/getting-ready-for-your-consultation', 'Your first consultation is a conversation, not an exam. Nobody will test you, and there is no wrong way to tell your story. A little preparation helps only because it leaves more time for what matters to you.

## Have these beside you

- The first days of your last few periods, as well as you remember them. “About the middle of the month” is useful too.
- What you take, with the amounts: prescriptions, supplements and folic acid.
- Letters or results from earlier tests, if there are any.
- A list of your questions, in your own words, with the most important one on top.

If you filled in the onboarding questionnaire some time ago, have another look. You can correct anything there before the call, and your clinician will see what you changed.

## Who should be there

Whoever you want. Some people come alone, some with a partner, a friend or a co-parent. If you are working with a donor or a surrogate, you decide together who joins and what is shared. It is also fine to ask for part of the conversation alone.

## On the day

The join button opens **10 minutes before the start**, here in the portal. Choose a place where you can speak freely. If you share a home, headphones and a closed door are often enough. If something gets in the way, write to us, and we will find another time.

## Questions worth asking

1. What does my plan look like, step by step?
2. Is the usual amount of folic acid right for me?
3. With my history, is there anything about ovulation tests that I should know? With PCOS, for example, LH can be high for other reasons.
4. Whom do I write to when something is unclear?

## Afterwards

You do not need to take notes. A summary appears under Medical Notes, and you can read it as often as you like, print it, or take it to your own doctor. If you think of something ten minutes after hanging up, your coach is one mail away.', '2026-11-14T12:00:00Z'),
  ('the-days-before-the-first-sample', '2e2ea3781bb8eadb465bc3f89358a0867244f2747a5bd6e2ca20829538babc64', 'before-you-start', 'The days before the first sample', 'Two to seven days, what that means for your calendar, and why the next day’s sample is part of the plan.', '/art/cover-4.svg', '/learn/articles/the-days-before-the-first-sample', 'Before the first sample of a cycle, the person who provides it is asked to go **2 to 7 days without ejaculating**. It sounds simple, and it is, until it meets a real calendar. Here are some ways to make it work.

## Why it is a range

Nobody can name the exact day of ovulation in advance. A range gives you room: at least two days, at most seven. So rather than planning for one date, plan for a stretch of days.

## Counting back from your tests

You will be testing for ovulation anyway. A practical way to use that:

| What your test shows | What it means for the sample |
|---|---|
| Negative (low LH) | Keep in touch with each other; nothing is needed today |
| High (rising LH) | A good moment to make sure that the two days are covered |
| Peak (positive LH surge) | You are ready to use your first applicator, the same day |

If the peak comes earlier than you both expected and it has not been two days, do not let that ruin your morning. Write to your coach, say what happened, and you will work out together what to do.

## And the second day?

Each cycle has two applicators, on consecutive days. The 2 to 7 days count **before the first sample**. The second sample comes the next day, and that is how it is meant to be. There is nothing to make up for and nothing to save.

## If you are working with a donor

Tell your donor the range, not a date. It helps to agree on a few things early:

- how you will let each other know (one short message is enough),
- how quickly a sample can reach you,
- what happens if the days do not fit this time.

## Be kind to each other

This part of the plan asks for something private, on a schedule. It may well feel awkward. A bit of humor helps, and so does saying out loud that it is awkward. If it becomes a burden, tell your coach. You will look together for room in the plan.', '2026-11-13T12:00:00Z'),
  ('who-is-on-your-side', 'e60d26fbe8c85a8e6691ce6f20f554071fc5be82e9ee16d33d8f77f920949a66', 'before-you-start', 'Who is on your side', 'Your clinician, your coach and Support each do something different. Here is whom to ask for what, and when you will hear back.', '/art/cover-2.svg', '/learn/articles/who-is-on-your-side', 'You will meet several people along the way. Knowing who does what saves you from writing the same mail three times.

## Your fertility clinician

Your clinician looks at your history, makes your plan with you, and is the person for questions about your health: your dose of folic acid, a condition that you live with, a result that worries you. You meet at your first consultation, and again after your treatment to look back together. What you agree on is written down under **Medical Notes**.

## Your clinical coach

Your coach is beside you from day to day. Ask them about:

- reading your ovulation tests, and what to do with an unclear one,
- using the applicator for the first time, or differently the second time,
- planning around work, travel, a partner or a donor,
- how you are. That is a question too.

You can write as often as you like. Your coach **replies within 3 hours, 8am to 10pm, 7 days a week**. If talking is easier, book a video call from the page My Coach.

## Support

Support looks after everything that is not your treatment: a parcel that has not arrived, an address that has changed, a button that does nothing.

## What is not for a mail

Some things should not wait for anybody’s inbox. **Get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap. Tell us afterwards; first, be looked after.

## The people you bring yourself

A partner, a friend, a sister, a donor, a surrogate, or nobody at all: every set-up is welcome here. If you do have someone, think about what you would like from them. “Please do not ask me about it until I bring it up” is a perfectly good request. So is “please ask me every Sunday”.

You decide who knows, and how much. Our mails keep their subject lines discreet, so that a glance at your phone gives nothing away.', '2026-11-10T12:00:00Z'),
  ('other-signs-of-your-body', 'f5493f7ea710bbeee635079e701eb6183f20921fdc79ac76be43f66bc9934108', 'your-fertile-window', 'Other signs of your body', 'Cervical mucus and temperature, what each can add to your tests, and where each one stops.', '/art/cover-4.svg', '/learn/articles/other-signs-of-your-body', 'Tests are not the only way to follow a cycle. Some people like to look at their body’s own signs as well, and some only find it tiring. Both are fine. Here is what two of them can add.

## Cervical mucus

In the fertile part of a cycle, mucus from the cervix usually becomes **clear and stretchy**. This lasts for **2 to 4 days**. You may notice it on toilet paper, in your underwear, or by touching with clean fingers.

What helps:

- Look at about the same time every day, and write one word: dry, sticky, creamy, stretchy.
- Give it a full cycle before you expect to see a pattern.
- Do not worry about a day that does not fit.

What it adds: it is a hint that you may be in your fertile days, beside your LH tests.

## Temperature

After ovulation the body’s temperature at rest goes up a little, by **up to about 0.9 °F (0.5 °C)**. To see so small a change, measure before you get up, at about the same time each morning, with a thermometer that shows small steps.

What it adds, and this is the important part: temperature shows ovulation **only afterwards**. It can tell you that it has been. It cannot tell you that it is coming, so please do not wait for a rise before you use your applicator. By then ovulation has been.

## Apps

An app is a good notebook. Its forecasts are arithmetic from your earlier cycles, and a cycle is free to do something new. Use it to keep your notes together, and let your tests decide.

## Which should I follow?

| You would like… | Then look at… |
|---|---|
| a prediction that you can act on | LH tests |
| a second hint at the same time | mucus |
| to understand a cycle afterwards | temperature |
| none of this every single day | LH tests alone, and that is enough |

If your signs seem to contradict each other, that is not a mistake of yours. Write down what you saw on which day, and send it to your coach. And if watching so closely makes the weeks heavier, put the thermometer in a drawer. You are allowed to.', '2026-11-13T12:00:00Z'),
  ('reading-an-ovulation-test', '836e6cfd93e488fdf0a5e4d789bc531d16a22312284d824125fa9fc9cd788bf8', 'your-fertile-window', 'Reading an ovulation test', 'What negative, high, peak and invalid mean, what to do after each of them, and what a test cannot tell you.', '/art/cover-2.svg', '/learn/articles/reading-an-ovulation-test', 'An ovulation test looks for LH, a hormone that rises before ovulation. It has four possible answers, and each of them has one next step.

## The four answers

| Result | In plain words | What to do |
|---|---|---|
| Negative (Low LH) | You are not quite in your fertile window yet | Keep testing |
| High (Rising LH) | Your peak should be coming soon | Keep testing |
| Peak (Positive LH Surge) | You are ready for your first applicator | Use it the same day |
| Invalid | The test did not work | Try again with a new one |

“Negative” here only means that there is little LH today. It says nothing about you or your chances. “Positive” means that the test found the surge.

## What a peak means, and what it does not

A peak usually comes **24 to 36 hours before ovulation**. So it predicts. It does not confirm: no strip can show that an egg was in fact released, or at what hour. That is why your plan uses two applicators on consecutive days rather than one at a precise moment.

“The same day” does not have to mean “this minute”. Finish your breakfast. Let the person who provides the sample know. There is time.

## Making tests easier to read

- Test at about the same time each day, so that you compare like with like.
- Follow the leaflet that comes with your tests, because brands differ in how their lines are read.
- Log the result straight away, here in the portal. Your results are kept under My Account, and your coach can look at the same picture as you.
- If you cannot decide between two answers, take a photo in daylight and ask.

## If your tests puzzle you

Two peaks? None at all? High for days on end? With **PCOS**, LH can be high for other reasons, and a positive test may not mean what it usually means. Please do not draw conclusions alone. Speak with your coach, who can go through your results with you and bring in your clinician where needed.

And if a test comes out invalid again and again, tell us. We will help you find out why, and make sure that you have tests that work.', '2026-11-14T12:00:00Z'),
  ('six-days-not-one', '382b8e24e48034a6962918f6eabe315141f78606add6ff378f2d407511b89874', 'your-fertile-window', 'Six days, not one', 'What the fertile window is, why it has several days, and why nobody can promise you a single right one.', '/art/cover-5.svg', '/learn/articles/six-days-not-one', 'Many people arrive with the idea of one magic day. It is a stressful idea, and it is not how it works. There is a window, and it has room in it.

## What the window is

The fertile window is **the six days that end on the day of ovulation**. Two facts explain its length:

- Sperm can live for **up to 5 days**.
- The egg is there for **up to 24 hours** after it is released.

So sperm that arrive before the egg can still be there when it comes. That is why the window opens days before ovulation, and closes with it.

## Why we do not name a day

Ovulation leaves hints, and each of them comes with some blur. A test can tell you that it is probably close. Mucus can be a hint that it is close. A thermometer can tell you that it has been. None of them gives an hour, and none of them gives a date with certainty. If an app shows you a single day in a bright color, read it as a guess.

| Hint | What it can tell you |
|---|---|
| LH test | a peak usually comes 24 to 36 hours before ovulation |
| Cervical mucus | clear and stretchy for 2 to 4 days around the fertile time |
| Temperature | a small rise afterwards, which shows that ovulation has been |

## What this means for your plan

With the kit you use two applicators on two consecutive days, starting on the day of your peak. That plan already takes the blur into account. You do not need to get up at four in the morning, and you do not need to drop everything within the hour: **the same day** is what counts.

## When the window is hard to find

Some cycles are easy to read, and some are not. With PCOS, LH can be high for other reasons, so tests can be harder to read. In all of these cases the next step is the same, and it is a small one: write to your coach and describe what you saw. You will look at it together.', '2026-11-15T12:00:00Z'),
  ('the-cap-hour-by-hour', '191a66316bc413c624ec803ba2b39d6f4a60ec9a495c8f1f428ea44b73e032ae', 'using-your-kit', 'The cap, hour by hour', 'From the moment it is in place to the moment you take it out by its string, and what to do if that does not go as planned.', '/art/cover-5.svg', '/learn/articles/the-cap-hour-by-hour', 'The cap holds the sample close to the cervix. It stays in for **up to five hours**, it is used **once**, and it comes out **by its string**. Those three facts are enough to get through the day. Here is how the day can go.

## The first minutes

Once you have turned the handle and the cap is in place, take the applicator out and note the time. Better still, start the timer in the portal, which counts for you and says nothing on your lock screen that others should not read.

## The hours in between

What you do with them is worth a word with your coach beforehand, so that you do not have to wonder on the day. A few practical thoughts:

- Set an alarm that you cannot miss, in particular if you might fall asleep.
- Plan the day so that you will be somewhere with a bathroom well before the five hours are over.
- If something hurts, take the cap out by its string and tell your coach. Up to five hours means that it need not be all five.

## Taking it out

Wash your hands. Find the string, breathe out, and pull gently and steadily. Five hours is the most. Afterwards throw the cap away. It is made for a single use.

## “There is still fluid in it”

There usually is. It is what the sperm traveled in. Seeing it does not mean that something went wrong, and there is nothing that you need to do about it.

## If it does not come out

Take a breath, and try again with clean hands. If you cannot reach the string, or the cap does not move, contact your coach straight away and say how long it has been in.

> **Get urgent medical help now** if you have a fever with a rash or feel very unwell after using a cap, or if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding.

These signs are listed so that you know them. Once you do, you can put them away and have a quiet afternoon.', '2026-11-14T12:00:00Z'),
  ('thirty-minutes-of-patience', '3294f091c924662b92c913eb401bd527313a7b04e94cdd5416c38ff3b68a3bc4', 'using-your-kit', 'Thirty minutes of patience', 'Why the sample rests before you use it, at what temperature, and what to do with the half hour.', '/art/cover-3.svg', '/learn/articles/thirty-minutes-of-patience', 'There is half an hour in every treatment day in which you do nothing. It is one of the more useful half hours.

## Why it rests

A fresh sample needs time. If it is left alone for **30 minutes at room temperature**, it liquefies, and then it can be poured through the funnel into the cap. So the rest is not a formality: it is what makes the next step work.

## Where to put it

- Keep the cup **between 68 °F and 99 °F (20 °C and 37 °C)**. An ordinary room is right.
- Put it on a level surface where nobody will knock it over.
- Away from a sunny windowsill, a radiator or a fridge.

You do not need to stir it, shake it or look at it every five minutes. If your home is colder than 68 °F (20 °C), a warmer room is all you need. If you are not sure, ask your coach before the day, not on it.

## What to do with the half hour

Set a timer first, so that you can stop thinking about it. The portal has one for exactly this. Then, for example:

1. Wash your hands, and lay out the applicator and the funnel.
2. Read the applicator instructions once more, slowly.
3. Go to the bathroom.
4. Make the place where you will lie down comfortable: a pillow, a blanket, something to listen to.

Some couples spend the time together, some people prefer to be alone with a podcast. If you are working with a donor who has just left, it can be a strange, quiet moment. Let it be one.

## Questions you may have

**Is a little longer a problem?** Plan for 30 minutes, with a timer. The survey afterwards asks how long it was, so that your coach knows. If the doorbell rang and it became much more, write to your coach and say so.

**It does not pour.** Do not force anything. Give it a moment, and write to your coach.

**Can we prepare both days at once?** No. Each of the two applicators has its own fresh sample, on its own day.', '2026-11-15T12:00:00Z'),
  ('two-applicators-two-days', 'd81c90cf76290f0879a64750276502d10c07b2cafc99d7956af5f850453f9115', 'using-your-kit', 'Two applicators, two days', 'How a treatment cycle is laid out, what to do on each of its two days, and what may feel different the second time.', '/art/cover-1.svg', '/learn/articles/two-applicators-two-days', 'Each cycle comes with **two applicators**. You use them on **consecutive days**, and each of them **once**. That is the frame. What you put around it is yours.

## Day one

It starts with a peak on your ovulation test. From then on there is a whole day, not a countdown:

1. Let the person who provides the sample know.
2. Collect the sample, and let it rest for 30 minutes at room temperature, between 68 °F and 99 °F (20 °C and 37 °C).
3. Pour it through the funnel into the cap.
4. Insert the applicator gently into the vagina, and turn the handle to release the cap onto the cervix.
5. Note the time. The cap stays in for up to five hours, and then comes out by its string.

Afterwards the portal asks you a few short questions. They help your coach to see how it went, so please answer as it was and not as you think it should have been.

## Day two

The same again, with the second applicator and a fresh sample. Nothing from the first day is used twice. A second sample the day after the first is exactly what the plan expects.

## Why two

A peak usually comes 24 to 36 hours before ovulation, and nobody can name the hour. So the plan is laid out over two days, and you do not have to hit a moment.

## What feels different the second time

You have seen it once, and you know what comes next. If the first day was difficult, tell your coach that same evening: replies come within 3 hours, 8am to 10pm, so there is time to talk before the second applicator. Together you can think of something to do differently, such as another position, more time, or a call with your coach on speaker.

## If only one day works

Life happens: a night shift, a train, an argument, a donor with a fever. If one of the two days falls through, write to your coach as soon as you know. You will decide together what makes sense in this cycle. And be gentle with yourselves.

There are three cycles in your plan. No single day has to carry all of it.', '2026-11-13T12:00:00Z'),
  ('after-a-negative-test', '519cd3953dc5974bb5fec36a058d4d668e8f3392cb70fbb9f546385385a6b77c', 'waiting-and-testing', 'After a negative test', 'First, we are sorry. Then, at your own pace, a few things that may help on the day, in the week, and before the next cycle.', '/art/cover-3.svg', '/learn/articles/after-a-negative-test', 'This is not the page you wanted to need. Take your time with it, or close it and come back another day.

## Today

You do not have to do anything today. You do not have to tell anybody, decide anything or feel a particular way. Some people cry, some clean the kitchen, some feel very little until Thursday. All of that is allowed, also in the same home on the same day.

If you tested before the first day of a missed period, it may simply have been **early**. Repeat the test in a few days if your period does not come.

## You did not do this

People go back over the days and look for the mistake: the stairs, the coffee, the timer that ran a little late. Please be careful with that kind of arithmetic. A cycle without a pregnancy is not a verdict on how you used the kit, and it is not a verdict on your body.

## This week

- **Talk, if you want to.** Your coach is there, by mail or on a video call. You do not need a question to book one.
- **Say what you need.** “Ask me about it”, “do not ask me about it” and “bring soup” are all clear instructions.
- **Mute what hurts.** Groups, apps, announcements. You can turn them on again later.
- **Look after each other.** Two people may be sad on different days. It does not mean that one of you cares less.

## Before another cycle

Your plan has three cycles, and the next one opens when this one is finished. You decide when to begin. If you would like to go through the last weeks first, book a call, and look at your test results together: the days of your peak, the two applicators, anything that was difficult. Perhaps there is a small thing that can be made easier.

If this was your third cycle, the next step is a review with your clinician. It is a conversation about what you have learned, how you are, and what is open to you. There is no hurry.

## When to get help at once

Strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding: **get urgent medical help now**, whatever the test said.', '2026-11-14T12:00:00Z'),
  ('the-weeks-in-between', '45cdee155626d01c5203db466d4b87a673c38a7a5a8bf0e9f75528ee0315140a', 'waiting-and-testing', 'The weeks in between', 'Nothing to log, nothing to measure, and a head full of questions. Ideas for the wait, from what to do to what to leave.', '/art/cover-4.svg', '/learn/articles/the-weeks-in-between', 'After the second applicator there is suddenly nothing to do. This can be the hardest part of the cycle, and it is good to know that beforehand. Here are a few ideas.

## What you need to do

Very little:

- Keep taking **folic acid**, 400 micrograms a day, unless your clinician told you otherwise.
- Note the day on which you may test: **the first day of a missed period**, or otherwise **about 21 days after** the applicators. Put it in your calendar under a dull name.
- Know the signs that need help at once (below), and then let them be.

That is the list. If you catch yourself adding to it at night, it was probably the night talking.

## What you can leave

You do not need to search your body for signs every hour, and you do not need to search the internet for what they mean. Other people’s stories are about other people. Until the day of the test nobody can tell you, however sure they sound.

## Making the time pass

A few suggestions:

1. Choose two evenings with something in them that you like and that needs your hands.
2. Decide with your partner or a friend how much you want to talk about it. Fifteen minutes a day, with a timer, can be enough.
3. Write the questions down as they come. Send them to your coach in one mail, or do not send them at all.
4. Sleep, and go outside while it is light. It may not change much, but it changes the day.

## If you are waiting for somebody else

Partners, co-parents and intended parents wait too, often with no body to listen to. You may write to Support or come along to a call. You are part of this.

## Signs that need help at once

**Get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding, or if you have a fever with a rash or feel very unwell after using a cap.

For everything else there is time, and there is your coach.', '2026-11-13T12:00:00Z'),
  ('when-to-take-a-pregnancy-test', '26c8d420e85115a6c5e97005cef779701a655daa2290cb7bebb33b714641b406', 'waiting-and-testing', 'When to take a pregnancy test', 'The day from which to test, what an early negative means, and how to make that morning a little easier.', '/art/cover-2.svg', '/learn/articles/when-to-take-a-pregnancy-test', 'The wait is long, and it is natural to think about testing early. Here is what a test can tell you, and from when.

## The day

Test **from the first day of a missed period**. If your periods do not keep to a calendar, or you are not sure when the next one is due, test **about 21 days after** you used your applicators.

## What the result means

- **Positive** means that the test found pregnancy hormone. Log it here, and we will tell you what comes next, one step at a time.
- **Negative** means that it found none so far. A negative **can be early**. If your period still does not come, repeat the test in a few days.

Please read “negative” as a word about a strip of paper. It is not a word about you.

## Why not sooner?

You may test whenever you want to; it is your body and your bathroom. But a negative before the day can simply be early. It may leave you wondering, and you would need another test anyway. If you know that this would be hard for you, ask somebody to keep the box until the day.

## Making the morning easier

1. Decide beforehand who is there: a partner, a friend on the phone, or nobody.
2. Read the leaflet the evening before, so that you know where the line will be.
3. Plan something small for the hour after, whatever the result: a walk, a breakfast, a call.
4. Log the result when you are ready. There is no deadline.

You can hide your pregnancy test results under My Account, if you would rather not see them in the list.

## When not to wait

Whatever a test says: **get urgent medical help now** if you have strong one-sided belly pain, shoulder-tip pain, fainting or heavy bleeding.

## And until then?

Keep taking your folic acid, 400 micrograms a day unless your clinician told you otherwise. Everything else can be as ordinary as you like. Your coach is there for the days that do not feel ordinary at all.', '2026-11-15T12:00:00Z'),
  ('after-a-loss', 'dffeda58d6aa4200c98efba19af27b1c1c231ea73d60a869970bcdc3a4535dbd', 'hard-days', 'After a loss', 'We are so sorry. What your body may do now, when to get help, and what nobody can expect of you.', '/art/cover-3.svg', '/learn/articles/after-a-loss', 'We are so sorry. This page is short, and you can close it at any time.

## Nothing that you did

People look for a reason: something they carried, ate, did or forgot. Please be gentle with yourself when those thoughts come. You did not cause this.

## The first days

You do not have to do anything that can wait. If somebody offers to cook, to drive or to make a phone call for you, you may say yes. You may also want to be left alone, and that is all right.

Somebody close to you can stay within reach for a night or two. Tell them what to look for: the signs in the list below.

## Your body

- **Bleeding with a loss is not a period.** You do not have to log it as one.
- **Pregnancy tests can stay positive for a while.** A test at home cannot tell you what that means; your clinician can.
- **What comes next, and when, is talked over with your clinician.** There is no hurry, and you do not have to know yet what you want.

## When to get help now

**Get emergency help** for sudden sharp or severe pain in the belly, pain at the tip of the shoulder, bleeding that soaks a pad in an hour, large clots, fainting or feeling faint, or fever or feeling very unwell.

If you are not sure whether something is urgent, treat it as urgent and call.

## Who else can know

You decide whom you tell, when, and in how many words. At work, “a medical matter” is a complete answer. Two sentences that you have ready can spare you a long talk: “We lost the pregnancy. We are taking some time.”

## What is asked of you here

Nothing. The portal asks for no tests, no surveys and no steps of your plan. Your calls, notes and messages stay as they are.', '2026-11-17T12:00:00Z'),
  ('grief-in-its-own-time', '41b5378086bb16b7ea6c95a47694bf32e59d7f358d0d922f91828d73e3d5a61f', 'hard-days', 'Grief in its own time', 'Grief does not keep a calendar. A few words for the weeks after a loss, for you and for the people around you.', '/art/cover-5.svg', '/learn/articles/grief-in-its-own-time', 'Grief does not keep a calendar. It can be loud on the first day, or quiet for weeks and then there in the middle of a supermarket. It can come with anger, relief, envy or nothing at all. All of that is grief too.

## What some people find helpful

- **A name, a letter, a candle, a walk.** Or none of these. There is no right way to say goodbye.
- **One sentence for others.** “We lost the pregnancy. I would like you to know, and I do not want to talk about it yet.”
- **A break from announcements.** Groups and apps can be muted. Friends who care will understand.
- **The dates.** A due date or an anniversary can hurt more than you expected. It helps if somebody else knows the day.

## If you are two

You may grieve differently and on different days. It does not mean that one of you loved less. Ask, rather than guess: “Do you want to talk, or shall we just be here?”

## For those around you

“I am so sorry” is enough. So are soup, a message that needs no answer, and remembering a few weeks later.

## When it does not get lighter

If the days stay dark, if you cannot sleep or eat, or if you do not want to be here, please tell somebody today. The page [How are you feeling?](/feeling) has the numbers of people who listen, and you can choose “I''m having a hard time” there. In the United States you can call or text **988** at any hour.', '2026-11-18T12:00:00Z'),
  ('when-it-is-a-lot', 'f59b75282de1c6db6b20ffdb8dc7b2875d970423f989c3c053716fcc0651d8e8', 'hard-days', 'When it is a lot', 'Treatment asks for hope and patience at the same time. A short page for the days when you have neither.', '/art/cover-4.svg', '/learn/articles/when-it-is-a-lot', 'Some days there is too much of everything: the tests, the calendar, the waiting, the questions of other people. You are not doing it wrong. It is a lot.

## For the next hour

- **Eat, drink, sit down.** Nothing else has to be solved before that.
- **Put the phone away**, or mute what hurts. You can turn it on again later.
- **Tell one person.** “I am having a hard day” is enough. You do not have to explain it.

## What you may feel

Sad, angry, flat, jealous of a stranger with a stroller, guilty for being jealous. Tired in a way that sleep does not change. None of it says anything about whether you will be a good parent, and none of it changes what your body does.

## For this week

Make the list shorter. Ask yourself what can wait, and let it wait. If your plan asks for something that you do not want to do right now, you can pause your treatment in My Account. Your place in the plan is kept.

If you are two, you may be tired on different days. It helps to say what you need: to talk, not to talk, a walk, an evening without the subject.

## Somebody to talk to

On the page [How are you feeling?](/feeling) you can choose “I''m having a hard time”. That page also has the numbers of people who listen.

If you think about hurting yourself, or do not want to live, please call or text a crisis line now. In the United States that is **988**, at any hour. You can say it just as it is.', '2026-11-16T12:00:00Z')
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
