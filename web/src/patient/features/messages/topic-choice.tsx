import { MESSAGES, unreadWords } from '@domain/copy/messages.ts';
import { unreadIn, type Conversation } from '@domain/messages/conversation.ts';
import { TOPICS, type Topic } from '@domain/messages/topics.ts';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Badge } from '@/components/layout/badge.tsx';

type Props = {
  topic: Topic | null;
  conversations: readonly Conversation[];
  error: string | undefined;
  onChoose: (topic: Topic) => void;
};

/** Each topic has one conversation: choosing it opens what was written, or starts it. */
export function TopicChoice({ topic, conversations, error, onChoose }: Props) {
  const unreadOf = (value: Topic) => {
    const conversation = conversations.find((one) => one.topic === value);
    return conversation ? unreadIn(conversation) : 0;
  };
  return (
    <RadioGroup
      legend={MESSAGES.topic}
      className="[&>div]:grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]"
      options={TOPICS.map((value) => ({ value, label: <Label topic={value} unread={unreadOf(value)} /> }))}
      value={topic}
      error={error}
      onChange={(value) => onChoose(value as Topic)}
    />
  );
}

const Label = ({ topic, unread }: { topic: Topic; unread: number }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    {topic}
    {unread > 0 && <Badge tone="brand">{unreadWords(unread)}</Badge>}
  </span>
);
