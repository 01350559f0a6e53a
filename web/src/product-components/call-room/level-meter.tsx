import { useEffect, useId, useRef } from 'react';

/** The microphone's level. The bar moves while the person speaks. */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const id = useId();
  const meter = useRef<HTMLMeterElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!track) return undefined;
    return followLevel(track, (level) => {
      if (meter.current) meter.current.value = level;
      if (bar.current) bar.current.style.scale = `${level} 1`;
    });
  }, [track]);

  return (
    <div>
      <label htmlFor={id} className="text-small font-semibold">
        Microphone level
      </label>
      <meter id={id} ref={meter} value={0} className="sr-only" />
      <div aria-hidden="true" className="mt-2 h-2.5 overflow-hidden rounded-full bg-line">
        <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-sage" />
      </div>
      <p className="mt-2 text-small text-soft">Say a few words. The bar moves when we can hear you.</p>
    </div>
  );
}

function followLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  analyser.fftSize = 512;
  sound.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let [frame, shown] = [0, 0];
  const look = () => {
    analyser.getFloatTimeDomainData(samples);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    // Rises right away and falls slowly, so that it follows a voice without flickering.
    shown = Math.max(Math.min(1, Math.sqrt(loudest)), shown * 0.92);
    onLevel(shown);
    frame = requestAnimationFrame(look);
  };
  look();
  return () => {
    cancelAnimationFrame(frame);
    void sound.close();
  };
}
