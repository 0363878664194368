/** Marks an element behind the messages while it is in view: nobody who has just begun to read wants to the top. */
export function markEnd(end: HTMLElement | null): (() => void) | undefined {
  if (end === null) return undefined;
  const observer = new IntersectionObserver((entries) => {
    // A busy page gets several at once, oldest first.
    end.toggleAttribute("data-in-view", entries.at(-1)?.isIntersecting === true);
  });
  observer.observe(end);
  return () => observer.disconnect();
}
