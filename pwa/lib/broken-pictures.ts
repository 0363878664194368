/**
 * Images that failed to load, on any screen: a placeholder replaces the browser's broken-image icon, and they are
 * retried when the connection is back. Images with alt text are left alone: the text is shown.
 */
export function watchPictures(): void {
  const isDecoration = (target: EventTarget | null): target is HTMLImageElement =>
    target instanceof HTMLImageElement && target.alt === "";
  document.addEventListener(
    "error",
    ({ target }) => {
      if (isDecoration(target)) target.dataset["broken"] = "";
    },
    { capture: true },
  );
  document.addEventListener(
    "load",
    ({ target }) => {
      if (isDecoration(target)) delete target.dataset["broken"];
    },
    { capture: true },
  );
  addEventListener("online", () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>("img[data-broken]")) {
      const { src } = picture;
      picture.src = src;
    }
  });
  // Those from before this was there.
  for (const picture of document.images)
    if (isDecoration(picture) && picture.complete && picture.naturalWidth === 0 && picture.src !== "")
      picture.dataset["broken"] = "";
}
