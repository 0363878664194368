/**
 * Marks the element after the messages while it is in view, which hides the button to the top.
 * @param onSeen called each time it comes into view
 */
export function watchEnd(end: HTMLElement, onSeen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    // A busy page gets several entries at once, oldest first.
    const isInView = entries.at(-1)?.isIntersecting === true;
    end.toggleAttribute("data-in-view", isInView);
    if (isInView) onSeen();
  });
  observer.observe(end);
  return () => observer.disconnect();
}
