import { useEffect, useRef } from 'react';

/** Closer to its end than this, a page counts as read to its end. */
const NEAR_PX = 40;
/** Of the screen that the keyboard leaves. A higher bar would leave no room for the conversation. */
const MAX_SHARE = 0.6;

/**
 * On phones the composer is a bar at the bottom of the screen (conversation.css). This keeps it above the
 * keyboard, and the newest message above the bar: a conversation opens at its end, and stays there while
 * anything grows, unless someone scrolled up to read.
 */
export function useComposerBar(conversation: string | null) {
  const desk = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [page, box, screen] = [document.documentElement, bar.current, window.visualViewport];
    if (!desk.current || !box || !screen) return undefined;
    let isAtEnd = conversation !== null;
    let isPlaced = false;
    let lastTop = scrollY;
    let keyboard = 0;

    function place() {
      // Zoomed in, the screen is a part of the page, and no keyboard.
      keyboard = screen!.scale > 1 ? 0 : Math.max(0, innerHeight - screen!.height - screen!.offsetTop);
      page.style.setProperty('--keyboard', `${keyboard}px`);
      page.style.setProperty('--composer', `${box!.offsetHeight}px`);
      box!.toggleAttribute('data-flows', box!.offsetHeight > MAX_SHARE * (innerHeight - keyboard));
    }
    function fit() {
      const before = keyboard;
      place();
      isPlaced = true;
      if (getComputedStyle(box!).position !== 'sticky') return;
      if (isAtEnd) scrollTo(0, page.scrollHeight);
      // What was above the bar stays above it.
      else if (keyboard !== before) scrollBy(0, keyboard - before);
    }
    // Only someone who scrolls up leaves the end; a page that has just grown is followed by `fit`.
    function note() {
      if (isPlaced && page.scrollHeight - innerHeight - scrollY < NEAR_PX) isAtEnd = true;
      else if (isPlaced && scrollY < lastTop) isAtEnd = false;
      lastTop = scrollY;
    }

    const sizes = new ResizeObserver(fit);
    sizes.observe(desk.current);
    sizes.observe(box);
    screen.addEventListener('resize', fit);
    screen.addEventListener('scroll', place);
    addEventListener('scroll', note, { passive: true });
    return () => {
      sizes.disconnect();
      screen.removeEventListener('resize', fit);
      screen.removeEventListener('scroll', place);
      removeEventListener('scroll', note);
      page.style.removeProperty('--keyboard');
      page.style.removeProperty('--composer');
    };
  }, [conversation]);

  return { desk, bar };
}
