import "./hidden-media.css";
import { lazy, Suspense, useEffect } from "react";
import { useHydrated } from "../../../lib/environment.ts";
import { pageReady } from "../../../lib/page-ready.ts";
import { useNeutralTitle } from "./neutral-title.ts";
import { askForMedia, useAsking } from "./prompt.ts";
import { useQuickHideKeys } from "./quick-hide.ts";
import { choice, followChoice, isCovered, useMediaState } from "./store.ts";

/** After the page itself, which it would delay. */
const MediaLayer = lazy(async () => {
  await pageReady;
  return { default: (await import("./MediaLayer.tsx")).MediaLayer };
});

/** In the shell of every page: the media prompt, its shortcuts, and presses on hidden media. */
export function MediaHost() {
  const state = useMediaState();
  const { offered, asked } = useAsking();
  const isHidden = state === "hidden";
  useEffect(followChoice, []);
  useEffect(guardPresses, []);
  useQuickHideKeys();
  useNeutralTitle(isHidden);
  const { asked: wasAsked } = choice.use();
  const isHydrated = useHydrated();
  const isFirst = !wasAsked && offered.length > 0;
  if (!isHydrated) return null;
  if (!isHidden && !isFirst && asked === undefined) return null;
  return (
    <Suspense fallback={null}>
      <MediaLayer isHidden={isHidden} offered={isFirst ? offered : []} asked={asked} />
    </Suspense>
  );
}

/** A hidden image that would open something prompts first; a card's image only links to its post. */
function guardPresses(): () => void {
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const box =
      target?.closest<HTMLElement>("a[data-cover], button[data-cover], [data-cover-ask]") ?? inText(target);
    const service = box?.dataset["cover"] ?? box?.dataset["coverIn"];
    if (service === undefined || !isCovered(service)) return;
    event.preventDefault();
    event.stopPropagation();
    askForMedia([service]);
  };
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
}

function inText(target: Element | undefined): HTMLElement | undefined {
  const picture = target?.closest("img, [data-image-path]") ?? target?.querySelector(":scope > img");
  return picture?.closest<HTMLElement>("[data-cover-in]") ?? undefined;
}
