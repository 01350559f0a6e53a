import { Phone } from 'lucide-react';
import { shortDayOf, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { MessageFiles } from '@/product-components/message-files/message-files.tsx';
import { loadFile, type Message, type MessageFile } from './queries.ts';

type Props = {
  message: Message;
  zone: string;
  /** Read by the patient. */
  isSeen: boolean;
};

export function MessageLine({ message, zone, isSeen }: Props) {
  const { from, who, at, text, byPhone, pictures } = message;
  const now = useMinute();
  const isOurs = from === 'team';
  const files = pictures.map((file, index) => ({
    id: file.id,
    type: file.type,
    place: index + 1,
    size: sizeOf(file),
  }));
  return (
    <li className={isOurs ? 'pl-8 max-sm:pl-4' : 'pr-8 max-sm:pr-4'}>
      <div className={`rounded-field px-3.5 py-2.5 text-small ${isOurs ? 'bg-blush' : 'bg-line/60'}`}>
        <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] text-soft">
          <strong className="font-semibold text-ink">{who ? `${who.name}, ${who.role}` : 'Patient'}</strong>
          <time dateTime={at} className="tabular-nums">
            {`${shortDayOf(at, zone, now)}, ${timeOf(at, zone)}`}
          </time>
          {byPhone && (
            <span className="inline-flex items-center gap-1">
              <Phone aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
              Answered by phone
            </span>
          )}
          {isOurs && <span>{isSeen ? 'Seen' : 'Sent'}</span>}
        </p>
        <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{text}</p>
        <MessageFiles files={files} load={loadFile} />
      </div>
    </li>
  );
}

const MB = 1024 * 1024;
const TYPES = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'application/pdf': 'PDF' };

/** 'JPEG, 1.2 MB' */
function sizeOf({ type, bytes }: MessageFile): string {
  const size = bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;
  return `${TYPES[type]}, ${size}`;
}
