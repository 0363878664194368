/** Runs a step some milliseconds after the load event; the app itself may start later than that (public/start.js). */
export function afterLoad(step: () => void, ms: number): void {
  const later = () => void setTimeout(step, ms);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
