import { runAction, type Actions } from './choose-action.ts';
import { addHost, changeHost, listHosts, setActive, setHours, takeDaysOff, workAgain } from './hosts.ts';

const USAGE = `Who takes calls, and when. Hours are in the host’s own time zone.
  npm run availability -- list
  npm run availability -- add --host noa@clinic.example --name "Noa Berg" --role coach --zone America/New_York [--bio "…"]
  npm run availability -- change --host noa@clinic.example [--name …] [--role …] [--zone …] [--bio …]
  npm run availability -- hours --host noa@clinic.example --days mon-fri --hours 09:00-12:00,13:00-17:00   (or none)
  npm run availability -- off --host noa@clinic.example --date 2026-12-24 [--until 2026-12-26]
  npm run availability -- on --host noa@clinic.example --date 2026-12-24 [--until 2026-12-26]
  npm run availability -- leave --host noa@clinic.example     (no new calls)
  npm run availability -- return --host noa@clinic.example`;

const ACTIONS: Actions = {
  list: { options: [], make: () => listHosts },
  add: { options: ['host', 'name', 'role', 'zone', 'bio'], make: addHost },
  change: { options: ['host', 'name', 'role', 'zone', 'bio'], make: changeHost },
  hours: { options: ['host', 'days', 'hours'], make: setHours },
  off: { options: ['host', 'date', 'until'], make: takeDaysOff },
  on: { options: ['host', 'date', 'until'], make: workAgain },
  leave: { options: ['host'], make: (options) => setActive(options, false) },
  return: { options: ['host'], make: (options) => setActive(options, true) },
};

runAction(ACTIONS, USAGE);
