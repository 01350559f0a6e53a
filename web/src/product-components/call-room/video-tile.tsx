import { useEffect, useRef } from 'react';

type Props = {
  /** The person it shows. */
  label: string;
  stream: MediaStream | null;
  /** Our own video, mirrored and without our voice. */
  self?: boolean;
  mirrored?: boolean;
  /** A screen is shown whole; a face fills the frame. */
  whole?: boolean;
  className?: string;
};

export function VideoTile({
  label,
  stream,
  self = false,
  mirrored = false,
  whole = false,
  className = '',
}: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      playsInline
      muted={self}
      className={`size-full ${whole ? 'object-contain' : 'object-cover'} ${mirrored ? '-scale-x-100' : ''} ${className}`}
    >
      <track kind="captions" />
    </video>
  );
}
