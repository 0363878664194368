/**
 * Pictures that did not load, in any screen: their place stays calm instead of the browser's torn sheet, and they are
 * asked for again when the line is back. Those with words of their own are left alone: the words are shown.
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
