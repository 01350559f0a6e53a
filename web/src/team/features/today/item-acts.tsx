import { Link } from 'wouter';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import { ACT_NAMES, endsByDone, endsOf, type EndingAct } from '@domain/worklist/ends.ts';
import { OUTCOME_WORDS } from '@domain/worklist/outcomes.ts';
import type { Asked } from './asked-dialog.tsx';
import { addressOf, endWords, isMine } from './words.ts';

/** Outcomes that end an item with one press, because they need no details. */
const ENDING_WORDS = ['no-reply', 'nothing'] as const;
type EndingWord = (typeof ENDING_WORDS)[number];

export type ItemActs = {
  busy: boolean;
  onDecide: (item: TodayItem, decision: 'take' | 'release' | EndingWord) => void;
  onResend: (item: TodayItem) => void;
  onAsk: (asked: Asked) => void;
};
type Props = ItemActs & {
  item: TodayItem;
  member: TeamSession;
  /** The page's one filled 'Take' button. */
  isMostUrgent?: boolean;
};

/** An item's actions, including the one that ends it. */
export function ItemActButtons({
  item,
  member,
  isMostUrgent = false,
  busy,
  onDecide,
  onResend,
  onAsk,
}: Props) {
  // On an urgent row, an outline is too faint.
  const edge = item.urgent ? 'border-soft' : '';
  const { acts, outcomes } = endsOf(item);
  return (
    <>
      {isForTaking(item, member) && (
        <CompactButton
          look={isMostUrgent ? 'primary' : 'outline'}
          className={isMostUrgent ? 'max-md:flex-1' : edge}
          disabled={busy}
          onClick={() => onDecide(item, 'take')}
        >
          Take
        </CompactButton>
      )}
      {item.mayEnd && acts.map((act) => <Solve key={act} {...{ act, item, edge, busy, onResend, onAsk }} />)}
      {item.mayEnd &&
        !endsByDone(item) &&
        ENDING_WORDS.filter((word) => outcomes.includes(word)).map((word) => (
          <CompactButton key={word} className={edge} disabled={busy} onClick={() => onDecide(item, word)}>
            {OUTCOME_WORDS[word]}
          </CompactButton>
        ))}
      {item.mayEnd && outcomes.includes('kept-blocked') && (
        <CompactButton className={edge} onClick={() => onAsk({ item, what: 'kept-blocked' })}>
          {OUTCOME_WORDS['kept-blocked']}
        </CompactButton>
      )}
      {item.mayEnd && outcomes.includes('discarded') && (
        <CompactButton look="quiet" onClick={() => onAsk({ item, what: 'discarded' })}>
          {OUTCOME_WORDS.discarded}
        </CompactButton>
      )}
      {item.mayEnd && endsByDone(item) && (
        <CompactButton className={edge} onClick={() => onAsk({ item, what: 'done' })}>
          Done
        </CompactButton>
      )}
      {item.mayEnd && !item.urgent && (
        <CompactButton look="quiet" onClick={() => onAsk({ item, what: 'remind' })}>
          Remind me
        </CompactButton>
      )}
      {item.takenBy?.id === member.id && (
        <CompactButton look="quiet" disabled={busy} onClick={() => onDecide(item, 'release')}>
          Release
        </CompactButton>
      )}
      <CompactButton
        look="quiet"
        className="max-md:first:-ml-3"
        onClick={() => onAsk({ item, what: 'hand-over' })}
      >
        Hand off
      </CompactButton>
    </>
  );
}

/**
 * It is unassigned, or assigned to someone who can't end it while this person can. What belongs to someone by
 * default is theirs already, but an urgent item goes to the clinicians unless it is taken.
 */
const isForTaking = (item: TodayItem, member: TeamSession): boolean => {
  if (item.takenBy !== null) return item.takenBy.id !== member.id && item.isHeld === false && item.mayEnd;
  return !isMine(item, member) || (item.urgent && item.mayEnd);
};

/** If ending it is someone else's job, or takes more than a word. */
export const NotMine = ({ item }: { item: TodayItem }) =>
  item.mayEnd && !endsOf(item).acts.includes('reply') ? null : (
    <p className="text-[0.8125rem] text-soft md:text-right">{endWords(item)}</p>
  );

/** The panel that opens in the record, by its word in the address. */
const IN_RECORD: Partial<Record<EndingAct, string>> = {
  'set-status': 'resolve',
  'record-loss': 'loss',
  'clear-check': 'clear-safety-check',
  'write-note': 'note',
  'send-kit': 'send-kit',
  assign: 'assign',
};

/** What is solved on another page. */
const PAGES: Partial<Record<EndingAct, string>> = {
  'settle-call': '/team/calendar',
  'check-calendar': '/team/account',
  'invite-again': '/team/invitations',
  'access-log': '/team/access-log',
};

type SolveProps = Pick<Props, 'item' | 'busy' | 'onResend' | 'onAsk'> & { act: EndingAct; edge: string };

function Solve({ act, item, edge, busy, onResend, onAsk }: SolveProps) {
  const { patient } = item;
  const panel = IN_RECORD[act];
  if (patient && (panel || act === 'reply')) {
    const opened =
      panel && new URLSearchParams({ do: panel, ...(act === 'set-status' && { note: item.key }) });
    const to = opened ? `/team/patients/${patient.id}?${opened.toString()}` : addressOf(item, patient);
    return (
      <Link href={to} className={`${compactLook('outline')} ${edge}`}>
        {ACT_NAMES[act]}
      </Link>
    );
  }
  // The arrow keys lead to the patient or, if there is none, here.
  const reached = patient === null && { 'data-item': '' };
  const page = PAGES[act];
  if (page)
    return (
      <Link href={page} className={`${compactLook('outline')} ${edge}`} {...reached}>
        {ACT_NAMES[act]}
      </Link>
    );
  if (act === 'resend' || act === 'resend-alarm')
    return (
      <CompactButton className={edge} {...reached} disabled={busy} onClick={() => onResend(item)}>
        {ACT_NAMES[act]}
      </CompactButton>
    );
  return (
    <CompactButton className={edge} onClick={() => onAsk({ item, what: act === 'kit' ? 'kit' : 'outcome' })}>
      {ACT_NAMES[act]}
    </CompactButton>
  );
}
