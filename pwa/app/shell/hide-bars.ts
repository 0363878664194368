/**
 * Slides the header and the bars at the bottom of phones away while the page is scrolled down, and back when it is scrolled up
 * (styles: `[data-bars="away"]`).
 */

/** Pixels in one direction after which they move: a finger that rests is never still. */
const THRESHOLD = 24;

/** @returns stops it */
export function hideBarsOnScroll(): () => void {
  const { dataset } = document.documentElement;
  /** Position where the present direction began. */
  let turn = scrollY;
  let last = scrollY;
  const onScroll = () => {
    const isTurning = scrollY > last !== last > turn;
    if (isTurning) turn = last;
    last = scrollY;
    const isAtEnd =
      scrollY < innerHeight / 2 || scrollY + innerHeight > document.body.scrollHeight - THRESHOLD;
    if (isAtEnd || turn - scrollY > THRESHOLD) delete dataset["bars"];
    else if (scrollY - turn > THRESHOLD) dataset["bars"] = "away";
  };
  addEventListener("scroll", onScroll, { passive: true });
  return () => {
    removeEventListener("scroll", onScroll);
    delete dataset["bars"];
  };
}
