import type { Item } from './item.ts';
import {
  answerToday,
  asksForACall,
  hardTime,
  lossMentioned,
  selfHarm,
  urgentMessage,
} from './rules/concerns.ts';
import { messageUnread } from './rules/message-unread.ts';
import { messageWaits } from './rules/message-waits.ts';

const RULES = [
  messageWaits,
  messageUnread,
  selfHarm,
  asksForACall,
  urgentMessage,
  lossMentioned,
  answerToday,
  hardTime,
];

/** Whether an item's fact is a message: its link opens that conversation. */
export const isAboutAMessage = ({ rule }: Pick<Item, 'rule'>): boolean => RULES.some(({ id }) => id === rule);
