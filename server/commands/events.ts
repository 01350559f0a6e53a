import { runAction, type Actions } from './choose-action.ts';
import { listEvents, publishEvent, removeEvent } from './clinic-events.ts';
import { commandSettings } from './with-database.ts';

const USAGE = `The events that patients see under Learn. After an event, it moves to the recordings.
  npm run events -- list [--zone America/New_York]       (without it, the clinic's own)
  npm run events -- publish --id winter-evening --title "A winter evening" --description "…" --at 2027-01-21T19:00
      --zone America/New_York [--link https://…] [--file evening.md]
      (the same id again replaces the event. Without a link, patients read the file and sign up by email.)
  npm run events -- remove --id winter-evening`;

const ACTIONS: Actions = {
  list: {
    options: ['zone'],
    make: (options) => listEvents(options, commandSettings().clinic.clinicTimeZone),
  },
  publish: {
    options: ['id', 'title', 'description', 'at', 'zone', 'link', 'file'],
    make: publishEvent,
  },
  remove: { options: ['id'], make: removeEvent },
};

runAction(ACTIONS, USAGE);
