import { MESSAGES, unreadWords } from '@domain/copy/messages.ts';
import { unreadIn, type Conversation } from '@domain/messages/conversation.ts';
import { waitingIn } from '@domain/messages/reply-clock.ts';
import { TOPICS, type Topic } from '@domain/messages/topics.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Badge } from '@/components/layout/badge.tsx';

type Props = {
  topic: Topic | null;
  conversations: readonly Conversation[];
  /** Messages that the care team has settled without a reply. */
  settled: readonly string[] | undefined;
  error: string | undefined;
  onChoose: (topic: Topic) => void;
};

/** Each topic has one conversation: choosing it opens what was written, or starts it. */
export function TopicChoice({ topic, conversations, settled, error, onChoose }: Props) {
  const unreadOf = (value: Topic) => {
    const conversation = conversations.find((one) => one.topic === value);
    return conversation ? unreadIn(conversation) : 0;
  };
  const waits = (value: Topic) =>
    value !== topic &&
    conversations.some((one) => one.topic === value && waitingIn(one.messages, settled) !== null);
  return (
    <RadioGroup
      legend={MESSAGES.topic}
      hint={MESSAGES.topicHint}
      className="[&>div]:grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]"
      options={TOPICS.map((value) => ({
        value,
        label: <Label topic={value} unread={unreadOf(value)} waits={waits(value)} />,
      }))}
      value={topic}
      error={error}
      onChange={(value) => onChoose(value as Topic)}
    />
  );
}

type LabelProps = { topic: Topic; unread: number; waits: boolean };

const Label = ({ topic, unread, waits }: LabelProps) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    {topic}
    {unread > 0 && <Badge tone="brand">{unreadWords(unread)}</Badge>}
    {waits && <span className="text-small text-soft">{MESSAGES.waits}</span>}
  </span>
);
