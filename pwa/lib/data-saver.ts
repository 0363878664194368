/** Data saver: this app's setting, or the browser's. */
import { createReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";
import { createSetting, oneOf } from "./setting.ts";

export const DATA_SAVER = ["auto", "on", "off"] as const;
export type DataSaver = (typeof DATA_SAVER)[number];

export const dataSaver = createSetting<DataSaver>("data-saver", oneOf(DATA_SAVER), "auto", {
  ssr: "sent",
});

/** The browser's `Save-Data` setting, if exposed to pages. */
export function browserSavesData(): boolean {
  if (typeof document === "undefined") return environment().savesData;
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** If true, only previews are loaded and nothing is preloaded. */
export function savesData(): boolean {
  const chosen = dataSaver.get();
  return chosen === "on" || (chosen === "auto" && browserSavesData());
}

const useBrowserSavesData = createReadableStore(
  browserSavesData,
  () => environment().savesData,
  () => () => {},
).use;

export function useSavesData(): boolean {
  const chosen = dataSaver.use();
  const isBrowserSaving = useBrowserSavesData();
  return chosen === "on" || (chosen === "auto" && isBrowserSaving);
}

/** Value for `<video preload>`; "none" loads nothing before playback. */
export function mediaPreload(): "none" | "metadata" {
  return savesData() ? "none" : "metadata";
}
