import { Download, Phone } from 'lucide-react';
import { useState } from 'react';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { shortDayOf, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { downloadPicture, type Message, type Picture } from './queries.ts';

type Props = {
  message: Message;
  zone: string;
  /** By the patient. */
  isSeen: boolean;
};

export function MessageLine({ message, zone, isSeen }: Props) {
  const { from, who, at, text, byPhone, pictures } = message;
  const now = useMinute();
  const isOurs = from === 'team';
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
        {pictures.length > 0 && <Pictures pictures={pictures} />}
      </div>
    </li>
  );
}

/** Each is saved as a file: nothing that a patient sent is drawn on our page. */
function Pictures({ pictures }: { pictures: readonly Picture[] }) {
  const [problem, setProblem] = useState<string | null>(null);
  const download = (picture: Picture) => {
    setProblem(null);
    downloadPicture(picture).catch((error: unknown) => {
      checkSession(error);
      setProblem(failureWords(error));
    });
  };
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <CompactButton onClick={() => download(picture)}>
              <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
              {`Download picture ${index + 1}`}
              <span className="font-normal text-soft">{sizeOf(picture)}</span>
            </CompactButton>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

const MB = 1024 * 1024;

/** 'JPEG, 1.2 MB' */
function sizeOf({ type, bytes }: Picture): string {
  const size = bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;
  return `${type === 'image/jpeg' ? 'JPEG' : 'PNG'}, ${size}`;
}
