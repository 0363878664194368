/** The choice about media on this device, and as attributes on the page's root, which the style sheet goes by. */
import { createStore } from "../../../lib/create-store.ts";
import { createSetting } from "../../../lib/setting.ts";
import { isShown, type MediaChoice, parseChoice, tokens, UNASKED, type Visit } from "./rules.ts";

export const choice = createSetting<MediaChoice>("media", parseChoice, UNASKED, { ssr: "sent" });

/** Per tab, until it is closed. */
const VISIT = "media-visit";
const NO_VISIT: Visit = [];
const visit = createStore<Visit>(readVisit(), { server: () => NO_VISIT });

function readVisit(): Visit {
  if (typeof document === "undefined") return NO_VISIT;
  try {
    return (sessionStorage.getItem(VISIT) ?? "").split(" ").filter((one) => one !== "");
  } catch {
    return [];
  }
}

function setVisit(next: Visit): void {
  try {
    sessionStorage.setItem(VISIT, next.join(" "));
  } catch {
    // It lasts as long as the page then.
  }
  visit.set(next);
}

const state = () => tokens(choice.get(), visit.get());

/** Re-renders with every change; the value itself is for `<html data-media>`. */
export function useMediaState(): string {
  return tokens(choice.use(), visit.use());
}

export function isCovered(service: string): boolean {
  return !isShown(choice.get(), visit.get(), service);
}

/** Whether media of the service is hidden now. */
export function useCovered(service: string): boolean {
  return !isShown(choice.use(), visit.use(), service);
}

export function useTextOnly(): boolean {
  return useMediaState() === "text";
}

/** Keeps the root's attribute up to date. */
export function followChoice(): () => void {
  const apply = () => {
    document.documentElement.dataset["media"] = state();
  };
  apply();
  const ends = [choice.subscribe(apply), visit.subscribe(apply)];
  return () => {
    for (const end of ends) end();
  };
}

const change = (part: Partial<MediaChoice>) => choice.set({ ...choice.get(), ...part });

export function showAlways(): void {
  change({ all: true, text: false, hidden: false, asked: true });
}

export function showServices(services: readonly string[]): void {
  const known = new Set([...choice.get().services, ...services]);
  change({ services: [...known], text: false, hidden: false, asked: true });
}

export function showForNow(services: readonly string[]): void {
  change({ text: false, hidden: false, asked: true });
  setVisit([...new Set([...visit.get(), ...services])]);
}

/** @param isOn whether the service's media are shown; others stay as they are */
export function chooseService(service: string, isOn: boolean, all: readonly string[]): void {
  const now = choice.get();
  const before = now.all ? all : now.services;
  setVisit([]);
  change({
    all: false,
    services: isOn ? [...new Set([...before, service])] : before.filter((one) => one !== service),
    asked: true,
  });
}

export function keepCovered(): void {
  setVisit([]);
  change({ all: false, services: [], asked: true });
}

export function chooseText(isOn: boolean): void {
  change({ text: isOn, asked: true });
}

export function toggleQuickHide(): void {
  const { hidden } = choice.get();
  change({ hidden: !hidden });
  if (hidden) return;
  for (const player of document.querySelectorAll<HTMLMediaElement>("video, audio")) player.pause();
}
