import type { AccessLine } from '../contracts/team/team-access-log.ts';
import { BYTE_ORDER_MARK, csvLine } from '../export/csv.ts';
import { instantFromIso, type Instant } from '../time/instant.ts';
import { localParts } from '../time/local.ts';
import { zoneName } from '../time/zone-name.ts';
import { logWords, reasonGiven } from './log-words.ts';

/** The access log as a spreadsheet, with times in the reader's zone. */
export function logFile(lines: readonly AccessLine[], zone: string, now: Instant): string {
  const header = ['Date', `Time (${zoneName(zone, now)})`, 'Who', 'Role', 'Action', 'About', 'Why'];
  return [
    BYTE_ORDER_MARK + csvLine(header),
    ...lines.map((line) => {
      const { date, time } = localParts(instantFromIso(line.at), zone);
      return csvLine([
        date,
        time,
        logActor(line),
        line.person.role ?? '',
        logWords(line),
        line.patient?.name ?? line.member ?? 'Removed person',
        line.why === null ? '' : reasonGiven(line.why),
      ]);
    }),
  ].join('');
}

/** An entry without a person was made at sign-in or by a command. */
export const logActor = ({ person, kind }: Pick<AccessLine, 'person' | 'kind'>): string =>
  person.name ??
  (kind.startsWith('refused_') ? 'Someone without access' : 'Not signed in, or run from the server');
