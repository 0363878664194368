import "./hidden-media.css";
import { lazy, Suspense, useEffect } from "react";
import { useHydrated } from "../../../lib/environment.ts";
import { pageReady } from "../../../lib/page-ready.ts";
import { useNeutralTitle } from "./neutral-title.ts";
import { askForMedia, useAsking } from "./prompt.ts";
import { useQuickHideKeys } from "./quick-hide.ts";
import { choice, followChoice, isCovered, useMediaState } from "./store.ts";

/** Lazy, so that it does not delay the page. */
const MediaLayer = lazy(async () => {
  await pageReady;
  return { default: (await import("./MediaLayer.tsx")).MediaLayer };
});

/** Media prompt, its shortcuts, and clicks on hidden media, for every page. */
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

/** Clicks on hidden images open the prompt first, except on cards, which only link to their post. */
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
