/** Media choice of this device, also set as attributes of the root element for the style sheet. */
import { createStore } from "../../../lib/create-store.ts";
import { createSetting } from "../../../lib/setting.ts";
import { isShown, type MediaChoice, parseChoice, tokens, UNASKED, type Visit } from "./rules.ts";

export const choice = createSetting<MediaChoice>("media", parseChoice, UNASKED, { ssr: "sent" });

/** Key in sessionStorage. */
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
    // Without storage it lasts as long as the page.
  }
  visit.set(next);
}

const state = () => tokens(choice.get(), visit.get());

/** Re-renders on every change; the value is for `<html data-media>`. */
export function useMediaState(): string {
  return tokens(choice.use(), visit.use());
}

export function isCovered(service: string): boolean {
  return !isShown(choice.get(), visit.get(), service);
}

/** True if media of the service is hidden now. */
export function useCovered(service: string): boolean {
  return !isShown(choice.use(), visit.use(), service);
}

export function useTextOnly(): boolean {
  return useMediaState() === "text";
}

/** Syncs the attributes of the root element. */
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

/** @param isOn shows the service's media; others are unchanged */
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
