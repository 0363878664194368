/**
 * Images that failed to load on any screen: replaces the browser's broken-image icon with a placeholder, and retries
 * when the connection is back. Images with alt text are skipped: the text is shown.
 * @returns stop
 */
export function watchPictures(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const isDecoration = (target: EventTarget | null): target is HTMLImageElement =>
    target instanceof HTMLImageElement && target.alt === "";
  document.addEventListener(
    "error",
    ({ target }) => {
      if (isDecoration(target)) target.dataset["broken"] = "";
    },
    { capture: true, signal },
  );
  document.addEventListener(
    "load",
    ({ target }) => {
      if (isDecoration(target)) delete target.dataset["broken"];
    },
    { capture: true, signal },
  );
  addEventListener(
    "online",
    () => {
      for (const picture of document.querySelectorAll<HTMLImageElement>("img[data-broken]")) {
        const { src } = picture;
        picture.src = src;
      }
    },
    { signal },
  );
  // Images that failed before this started.
  for (const picture of document.images)
    if (isDecoration(picture) && picture.complete && picture.naturalWidth === 0 && picture.src !== "")
      picture.dataset["broken"] = "";
  return () => stop.abort();
}
