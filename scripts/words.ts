import { createHash } from 'node:crypto';
import { CommandProblem } from '../server/commands/command-line.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { AREAS, wordsOf, type Area } from './words/read-by-people.ts';

runCommand({
  usage: `Prints a random sample of what people read, so that you can read it out loud.
  npm run words -- sample [AREA] [COUNT] [SEED]    AREA is one of ${Object.keys(AREAS).join(', ')} (default: patient); COUNT is 60.
                                                   The same seed prints the same sample while the words stay the same.`,
  maxPositionals: 4,
  run: (_options, [command, area = 'patient', count = '60', seed = '1']) => {
    if (command !== 'sample' || !isArea(area) || !/^[1-9]\d{0,4}$/.test(count)) {
      throw new CommandProblem('Run: npm run words -- sample [AREA] [COUNT] [SEED]');
    }
    for (const { file, text } of sample(area, Number(count), seed)) console.log(`${file}\n  ${text}`);
    return Promise.resolve(true);
  },
});

function isArea(name: string): name is Area {
  return Object.hasOwn(AREAS, name);
}

/** Each text's place in the order depends on the seed and itself, so a changed text moves no other. */
function sample(area: Area, count: number, seed: string) {
  const place = (text: string) => createHash('sha256').update(`${seed}\n${text}`).digest('hex');
  const byText = new Map(wordsOf(area).map((words) => [words.text, words]));
  return [...byText.values()].sort((a, b) => (place(a.text) < place(b.text) ? -1 : 1)).slice(0, count);
}
