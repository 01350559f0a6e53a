import { PhoneOff, ScreenShare, ScreenShareOff, UserMinus, UserPlus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { CallState } from './call.ts';
import { GuestCard } from './guest-card.tsx';
import { OwnControls } from './own-controls.tsx';
import type { CallEntry } from './queries.ts';
import { RoundControl } from './round-control.tsx';
import { useCall } from './use-call.ts';
import { useGuest } from './use-guest.ts';
import type { useMedia } from './use-media.ts';
import { useStaffActs } from './use-staff-acts.ts';
import { useStream } from './use-stream.ts';
import { VideoTile } from './video-tile.tsx';
import { guestIsHere, openElsewhere, whoIsThere } from './words.ts';

type Props = {
  entry: CallEntry;
  /** The data the call was opened with. */
  token: string;
  accessToken: () => Promise<string | null>;
  media: ReturnType<typeof useMedia>;
  onLeave: (why: 'left' | 'refused' | 'elsewhere') => void;
  /** Inside a page that has a heading. Otherwise it is the page. */
  inPane?: boolean;
};

/** The call itself: the others fill the screen, and our own video is in the corner. */
export const Room = (props: Props) =>
  props.entry.part === 'guest' ? <RoomOfGuest {...props} /> : <RoomOfTwo {...props} />;

/** Patient and host, and the guest both have admitted. */
function RoomOfTwo(props: Props) {
  const { entry, token, accessToken, media, onLeave } = props;
  const { part, topic, iceServers, otherName } = entry;
  const [isInviting, setIsInviting] = useState(false);
  const guest = useGuest(token);
  if (isInviting && guest.guest) setIsInviting(false);
  const shared = { part, iceServers, accessToken, media, isShared: guest.isIn };
  const call = useCall({
    ...shared,
    topic,
    other: part === 'host' ? 'patient' : 'host',
    onChange: guest.look,
  });
  const third = useCall({
    ...shared,
    topic: guest.isIn ? `guest:${guest.guest!.id}:${part}` : null,
    other: 'guest',
  });
  useStaffActs(part === 'host');
  useLeaving(call, onLeave);
  useEnd(guest.isEnded, onLeave);
  const invite = part === 'host' && !guest.guest && (
    <RoundControl icon={UserPlus} label="Invite a guest" onClick={() => setIsInviting(!isInviting)} />
  );
  const remove = guest.isIn && (
    <RoundControl
      icon={UserMinus}
      label="Remove guest"
      onClick={() => guest.act({ action: 'remove', id: guest.guest!.id })}
    />
  );
  const lines = [
    { name: otherName, call },
    ...(guest.isIn ? [{ name: guest.guest!.name, call: third }] : []),
  ];
  return (
    <Stage
      {...props}
      lines={lines}
      words={[whoIsThere(call, otherName), guest.isIn && guestIsHere(third, guest.guest!.name)]}
      controls={
        <>
          {invite}
          {remove}
        </>
      }
    >
      <GuestCard
        {...guest}
        part={part}
        otherName={otherName}
        isInviting={isInviting}
        onClose={() => setIsInviting(false)}
      />
    </Stage>
  );
}

/** The guest has a connection to each of them. */
function RoomOfGuest(props: Props) {
  const { entry, token, accessToken, media, onLeave } = props;
  const { topic, iceServers, hostName, patientName } = entry;
  const { look, isEnded, isOpenElsewhere } = useGuest(token);
  const shared = { part: 'guest', iceServers, accessToken, media, isShared: true } as const;
  const host = useCall({ ...shared, topic: `${topic}:host`, other: 'host', onChange: look });
  const patient = useCall({ ...shared, topic: `${topic}:patient`, other: 'patient' });
  useLeaving(host, onLeave);
  useLeaving(patient, onLeave);
  useEnd(isEnded, onLeave);
  return (
    <Stage
      {...props}
      lines={[
        { name: hostName, call: host },
        { name: patientName, call: patient },
      ]}
      words={[whoIsThere(host, hostName), guestIsHere(patient, patientName)]}
    >
      {isOpenElsewhere && (
        <p
          role="alert"
          className="absolute inset-x-3 top-16 z-10 mx-auto max-w-md rounded-card border border-line bg-card p-4 text-small text-ink shadow-float"
        >
          {openElsewhere(hostName)}
        </p>
      )}
    </Stage>
  );
}

function useEnd(isEnded: boolean, onLeave: Props['onLeave']): void {
  useEffect(() => {
    if (isEnded) onLeave('refused');
  }, [isEnded, onLeave]);
}

function useLeaving({ stage }: CallState, onLeave: Props['onLeave']): void {
  useEffect(() => {
    if (stage === 'refused' || stage === 'elsewhere') onLeave(stage);
  }, [stage, onLeave]);
}

type Line = { name: string; call: CallState };
type StageProps = Props & {
  lines: readonly Line[];
  words: readonly (string | false)[];
  controls?: ReactNode;
  children?: ReactNode;
};

function Stage({ entry, media, onLeave, inPane = false, lines, words, controls, children }: StageProps) {
  const Frame = inPane ? 'div' : 'main';
  return (
    <Frame
      className={`${inPane ? 'relative h-full' : 'fixed inset-0'} flex flex-col bg-stage bg-[radial-gradient(95%_65%_at_50%_105%,var(--color-stage-glow),transparent)] text-on-stage`}
    >
      {!inPane && <h1 className="sr-only">{`Call with ${entry.otherName}`}</h1>}
      <div className="relative min-h-0 flex-1">
        <div
          className={`absolute inset-0 grid ${lines.length > 1 ? 'grid-rows-2 gap-1 sm:grid-cols-2 sm:grid-rows-1' : ''}`}
        >
          {lines.map(({ name, call }) => (
            <Other key={name} name={name} call={call} isNamed={lines.length > 1} />
          ))}
        </div>
        <output className="absolute inset-x-4 top-4 mx-auto block w-fit max-w-xl rounded-full bg-stage/75 px-5 py-2.5 text-center backdrop-blur-sm">
          {words.filter(Boolean).join(' ')}
        </output>
        {children}
        <Self media={media} inPane={inPane} />
      </div>
      <Controls part={entry.part} media={media} onLeave={() => onLeave('left')}>
        {controls}
      </Controls>
    </Frame>
  );
}

/** Another participant: their video, or their initial. */
function Other({ name, call: { stage, stream, other }, isNamed }: Line & { isNamed: boolean }) {
  const sees = stream && (other === null || other.camera || other.sharing);
  const isBroken = stage === 'lost';
  return (
    <div className="relative min-h-0 overflow-clip">
      {stream && (
        <div className={`absolute inset-0 ${sees ? '' : 'invisible'} ${isBroken ? 'opacity-40' : ''}`}>
          <VideoTile label={name} stream={stream} whole={other?.sharing === true} />
        </div>
      )}
      {!sees && <Initial name={name} />}
      {isNamed && (
        <p
          aria-hidden="true"
          className="absolute bottom-3 left-3 max-w-[60%] truncate rounded-full bg-stage/75 px-3 py-1 text-small"
        >
          {name}
        </p>
      )}
    </div>
  );
}

/** Without a picture: the person's initial, in the colors of the time of day. */
function Initial({ name }: { name: string }) {
  const letter = name.replace(/^(Dr|Prof)\.?\s+/i, '').charAt(0);
  return (
    <div aria-hidden="true" className="absolute inset-0 grid place-items-center [container-type:size]">
      <span className="grid size-[min(9rem,45cqh)] place-items-center rounded-full bg-stage-glow font-display text-[min(3.5rem,18cqh)] sm:size-[min(11rem,45cqh)]">
        {letter}
      </span>
    </div>
  );
}

type SelfProps = { media: Props['media']; inPane: boolean };

function Self({ media: { video, screen }, inPane }: SelfProps) {
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

type ControlsProps = {
  part: CallEntry['part'];
  media: Props['media'];
  onLeave: () => void;
  children: ReactNode;
};

function Controls({ part, media, onLeave, children }: ControlsProps) {
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
      {children}
      <RoundControl icon={PhoneOff} label="Leave call" ends onClick={onLeave} />
    </fieldset>
  );
}
