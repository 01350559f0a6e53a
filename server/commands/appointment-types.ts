import {
  addType,
  addTypeHost,
  changeType,
  hideType,
  listTypes,
  removeType,
  removeTypeHost,
  showType,
} from './appointment-type-actions.ts';
import { runAction, type Actions } from './choose-action.ts';

const USAGE = `The call types that patients can book. Notice is the shortest time between booking and call.
  npm run appointment-types -- list
  npm run appointment-types -- add --slug first-talk --name "First Talk" --description "…" --minutes 30
      --interaction video_call [--buffer 15] [--notice 120] [--horizon 60] [--neutral "Clinician call"]
  npm run appointment-types -- change --slug first-talk [--name …] [--description …] [--minutes …] [--buffer …]
      [--notice …] [--horizon …] [--interaction …] [--neutral …]
      --neutral is the name administrators see, for types whose name says something about health
  npm run appointment-types -- add-host --slug first-talk --host noa@clinic.example
  npm run appointment-types -- remove-host --slug first-talk --host noa@clinic.example
  npm run appointment-types -- hide --slug first-talk         (booked calls stay; show: it can be booked again)
  npm run appointment-types -- remove --slug first-talk       (only if no one has booked it)`;

const RULES = [
  'slug',
  'name',
  'description',
  'minutes',
  'buffer',
  'notice',
  'horizon',
  'interaction',
  'neutral',
];

const ACTIONS: Actions = {
  list: { options: [], make: () => listTypes },
  add: { options: RULES, make: addType },
  change: { options: RULES, make: changeType },
  'add-host': { options: ['slug', 'host'], make: addTypeHost },
  'remove-host': { options: ['slug', 'host'], make: removeTypeHost },
  hide: { options: ['slug'], make: hideType },
  show: { options: ['slug'], make: showType },
  remove: { options: ['slug'], make: removeType },
};

runAction(ACTIONS, USAGE);
