/** Data saver: the setting here, or the browser's. */
import { createReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";
import { createSetting, oneOf } from "./setting.ts";

export const DATA_SAVER = ["auto", "on", "off"] as const;
export type DataSaver = (typeof DATA_SAVER)[number];

export const dataSaver = createSetting<DataSaver>("data-saver", oneOf(DATA_SAVER), "auto", {
  ssr: "sent",
});

/** What the browser sends as `Save-Data: on`, where it exposes it to pages. */
export function browserSavesData(): boolean {
  if (typeof document === "undefined") return environment().savesData;
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** If on, only previews are loaded and nothing is preloaded. */
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

/** For `<video preload>`: with "none" the first byte comes when it is played. */
export function mediaPreload(): "none" | "metadata" {
  return savesData() ? "none" : "metadata";
}
