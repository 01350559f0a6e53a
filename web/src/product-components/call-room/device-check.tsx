import type { ReactNode } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Select } from '@/components/form/select.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import { LevelMeter } from './level-meter.tsx';
import { OwnControls } from './own-controls.tsx';
import type { CallEntry } from './queries.ts';
import type { useMedia } from './use-media.ts';
import { useStream } from './use-stream.ts';
import { VideoTile } from './video-tile.tsx';
import { joinsToListen, PROBLEMS } from './words.ts';

type Props = {
  entry: CallEntry;
  media: ReturnType<typeof useMedia>;
  onJoin: () => void;
  /** Used inside a page that has its own heading. */
  inPane?: boolean;
  /** Facts to know before joining. */
  hint?: ReactNode;
};

/** Before the call: check your camera and microphone, choose devices, and join. */
export function DeviceCheck({ entry, media, onJoin, inPane = false, hint }: Props) {
  const { audio, video, muted, devices, isOpening, problem } = media;
  const Heading = inPane ? 'h2' : 'h1';
  const listensOnly = !isOpening && !audio && problem !== 'unsupported';
  return (
    <div
      className={`grid gap-5 ${inPane ? '' : 'sm:gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start'}`}
    >
      <Preview media={media} inPane={inPane} />
      <Card>
        <p className="caption text-soft">{`${entry.name}, ${clockTime(entry.startsAt)}`}</p>
        <Heading className="mt-1 text-heading">{`Your call with ${entry.otherName}`}</Heading>
        {hint}
        <div className="mt-5 space-y-5">
          {problem && (
            <Notice>
              <p role="alert" className="font-semibold">
                {PROBLEMS[problem].title}
              </p>
              <p className="mt-1">{PROBLEMS[problem].help}</p>
              <Button look="outline" className="mt-3" onClick={() => void media.retry()}>
                Try again
              </Button>
            </Notice>
          )}
          {devices.cameras.length > 0 && (
            <Select
              label="Camera"
              options={optionsOf(devices.cameras, 'Camera')}
              placeholder="Off"
              value={video?.getSettings().deviceId ?? ''}
              onChange={(event) => media.chooseCamera(event.target.value)}
            />
          )}
          {devices.microphones.length > 0 && (
            <Select
              label="Microphone"
              options={optionsOf(devices.microphones, 'Microphone')}
              value={audio?.getSettings().deviceId ?? ''}
              onChange={(event) => media.chooseMicrophone(event.target.value)}
            />
          )}
          {listensOnly && <p>{joinsToListen(entry.otherName)}</p>}
          {audio && <LevelMeter track={muted ? null : audio} />}
        </div>
        <Button className="mt-6 w-full" disabled={!audio && !listensOnly} busy={isOpening} onClick={onJoin}>
          Join call
        </Button>
        <p className="mt-3 text-small text-soft">
          {entry.part === 'guest'
            ? 'Nothing is recorded. Only the three of you are in this call.'
            : 'Nothing is recorded. Only the two of you are in this call.'}
        </p>
      </Card>
    </div>
  );
}

function Preview({ media, inPane }: Pick<Props, 'media' | 'inPane'>) {
  const { video, isOpening, problem } = media;
  const stream = useStream(video);
  return (
    <div
      className={`relative aspect-video overflow-clip rounded-card bg-stage text-on-stage ${inPane ? 'mx-auto w-full max-w-md' : 'lg:aspect-4/3'}`}
    >
      {stream ? (
        <VideoTile label="You, as others will see you" stream={stream} self mirrored />
      ) : (
        <p className="absolute inset-0 grid place-items-center px-6 text-center">
          {isOpening ? 'Please allow your camera and microphone.' : 'Your camera is off.'}
        </p>
      )}
      {!isOpening && problem !== 'denied' && problem !== 'unsupported' && (
        <div className="absolute inset-x-0 bottom-0 flex justify-center gap-3 bg-linear-to-t from-stage/85 to-transparent pt-10 pb-4">
          <OwnControls media={media} />
        </div>
      )}
    </div>
  );
}

const optionsOf = (devices: MediaDeviceInfo[], kind: string) =>
  devices.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || `${kind} ${index + 1}` }));
