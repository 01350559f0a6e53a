import { PhoneOff, ScreenShare, ScreenShareOff } from 'lucide-react';
import { useEffect } from 'react';
import { OwnControls } from './own-controls.tsx';
import type { CallEntry } from './queries.ts';
import { RoundControl } from './round-control.tsx';
import { useCall } from './use-call.ts';
import type { useMedia } from './use-media.ts';
import { useStream } from './use-stream.ts';
import { VideoTile } from './video-tile.tsx';
import { whoIsThere } from './words.ts';

type Props = {
  entry: CallEntry;
  accessToken: () => Promise<string | null>;
  media: ReturnType<typeof useMedia>;
  onLeave: (why: 'left' | 'refused' | 'elsewhere') => void;
  /** Inside a page that has a heading; otherwise it is the page. */
  inPane?: boolean;
};

/** The call itself: the other side fills the screen, we are in its corner. */
export function Room({ entry, accessToken, media, onLeave, inPane = false }: Props) {
  const call = useCall({ entry, accessToken, media });
  const { stage, stream, other } = call;
  useEffect(() => {
    if (stage === 'refused' || stage === 'elsewhere') onLeave(stage);
  }, [stage, onLeave]);

  const sees = stream && (other === null || other.camera || other.sharing);
  const isBroken = stage === 'lost';
  const Stage = inPane ? 'div' : 'main';
  return (
    <Stage
      className={`${inPane ? 'relative h-full' : 'fixed inset-0'} flex flex-col bg-stage bg-[radial-gradient(95%_65%_at_50%_105%,var(--color-stage-glow),transparent)] text-on-stage`}
    >
      {!inPane && <h1 className="sr-only">{`Call with ${entry.otherName}`}</h1>}
      <div className="relative min-h-0 flex-1">
        {stream && (
          <div className={`absolute inset-0 ${sees ? '' : 'invisible'} ${isBroken ? 'opacity-40' : ''}`}>
            <VideoTile label={entry.otherName} stream={stream} whole={other?.sharing === true} />
          </div>
        )}
        {!sees && <Initial name={entry.otherName} />}
        <output className="absolute inset-x-4 top-4 mx-auto block w-fit max-w-xl rounded-full bg-stage/75 px-5 py-2.5 text-center backdrop-blur-sm">
          {whoIsThere(call, entry.otherName)}
        </output>
        <Self media={media} inPane={inPane} />
      </div>
      <Controls part={entry.part} media={media} onLeave={() => onLeave('left')} />
    </Stage>
  );
}

/** No one to see: the letter with which they begin, in the colors of the hour. */
function Initial({ name }: { name: string }) {
  const letter = name.replace(/^(Dr|Prof)\.?\s+/i, '').charAt(0);
  return (
    <div aria-hidden="true" className="absolute inset-0 grid place-items-center">
      <span className="grid size-36 place-items-center rounded-full bg-stage-glow font-display text-[3.5rem] sm:size-44">
        {letter}
      </span>
    </div>
  );
}

function Self({ media: { video, screen }, inPane }: Pick<Props, 'media' | 'inPane'>) {
  const stream = useStream(screen ?? video);
  return (
    <div
      className={`absolute right-4 bottom-4 aspect-3/4 w-24 overflow-clip rounded-card bg-stage-glow shadow-float sm:aspect-video ${inPane ? 'sm:w-36' : 'sm:w-56'}`}
    >
      {stream ? (
        <VideoTile label="You" stream={stream} self mirrored={!screen} whole={screen !== null} />
      ) : (
        <p className="grid size-full place-items-center p-2 text-center text-small">Your camera is off</p>
      )}
    </div>
  );
}

type ControlsProps = { part: CallEntry['part']; media: Props['media']; onLeave: () => void };

function Controls({ part, media, onLeave }: ControlsProps) {
  const { screen } = media;
  const canShare = part === 'host' && 'getDisplayMedia' in navigator.mediaDevices;
  return (
    <fieldset
      aria-label="Call controls"
      className="flex justify-center gap-3 px-4 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:gap-4"
    >
      <OwnControls media={media} />
      {canShare && (
        <RoundControl
          icon={screen ? ScreenShareOff : ScreenShare}
          label={screen ? 'Stop sharing' : 'Share screen'}
          isOff={screen !== null}
          onClick={() => media.setSharing(!screen)}
        />
      )}
      <RoundControl icon={PhoneOff} label="Leave call" ends onClick={onLeave} />
    </fieldset>
  );
}
