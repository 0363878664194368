/** Runs a step so many milliseconds after the page was loaded; the app itself may begin later than that (public/start.js). */
export function afterLoad(step: () => void, ms: number): void {
  const later = () => void setTimeout(step, ms);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
