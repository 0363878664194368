/**
 * Hashes of files the user has. The list stays on the device and is off by default (`/settings`); while off, the
 * database is not loaded.
 */
import { useEffect, useState } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { isPrivate } from "../../lib/private-session.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";

export const ownedFilesSetting = createSetting<"on" | "off">("owned-files", oneOf(["on", "off"]), "off");

const rows = () => import("./rows.ts");

/**
 * Adds files to the list; does nothing while it is off. Never throws.
 * @param hashes SHA-256, 64 hex digits of any case; others are ignored
 */
export function addToOwned(hashes: readonly string[]): void {
  if (ownedFilesSetting.get() !== "on" || hashes.length === 0) return;
  void rows()
    .then(({ addOwned }) => addOwned(hashes))
    .catch((error: unknown) => console.warn("Files could not be added to the list.", error));
}

/** Adds a file that is being downloaded, by its path. */
export function addDownloadToOwned({ path }: { path: string }): void {
  const hash = hashOfPath(path);
  if (!isPrivate() && hash !== undefined) addToOwned([hash]);
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the hashes that are in the list; empty while it is off. Updated from other tabs. */
export function useOwnedAmong(hashes: readonly string[]): ReadonlySet<string> {
  const isOn = ownedFilesSetting.use() === "on";
  const [owned, setOwned] = useState(NONE);
  const key = isOn ? hashes.join(" ") : "";
  useEffect(() => {
    if (key === "") return;
    let isMounted = true;
    let end = () => {};
    rows().then(
      ({ watchOwned }) => {
        if (isMounted) end = watchOwned(key.split(" "), setOwned);
      },
      () => {}, // treated as an empty list
    );
    return () => {
      isMounted = false;
      end();
      setOwned(NONE);
    };
  }, [key]);
  return owned;
}
