/** Marks an element behind the messages while it is in view: nobody who has just begun to read wants to the top. */
export function markEnd(end: HTMLElement | null): (() => void) | undefined {
  if (end === null) return undefined;
  const observer = new IntersectionObserver(([entry]) => {
    end.toggleAttribute("data-in-view", entry?.isIntersecting === true);
  });
  observer.observe(end);
  return () => observer.disconnect();
}
