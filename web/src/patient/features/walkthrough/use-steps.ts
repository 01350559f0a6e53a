import { useEffect, useState, type TouchEvent } from 'react';
import { useBack } from '@/components/overlay/back.ts';

/** How far a finger has to move, mostly sideways, to turn the page. */
const SWIPE = 50;

type Point = { x: number; y: number };

/**
 * The place in a row of pages: forward and back by button, arrow key or finger, back also by the browser's
 * button, and never past either end.
 */
export function useSteps(count: number) {
  const [index, setIndex] = useState(0);
  const [from, setFrom] = useState<Point | null>(null);
  const forward = () => setIndex((now) => Math.min(now + 1, count - 1));
  const back = () => setIndex((now) => Math.max(now - 1, 0));

  useBack(index, setIndex);

  useEffect(() => {
    function turn(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const change = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
      setIndex((now) => Math.min(Math.max(now + change, 0), count - 1));
    }
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [count]);

  return {
    index,
    forward,
    back,
    swipe: {
      onTouchStart: ({ touches }: TouchEvent) => setFrom(touches.length === 1 ? pointOf(touches[0]!) : null),
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        if (!from) return;
        const to = pointOf(changedTouches[0]!);
        const across = to.x - from.x;
        setFrom(null);
        if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(to.y - from.y)) return;
        if (across < 0) forward();
        else back();
      },
    },
  };
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
});
