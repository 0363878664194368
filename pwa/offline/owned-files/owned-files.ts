/**
 * The private ledger: hashes of files that the person has. It is on this device only and is never sent, it is off until
 * somebody asks for it (`/settings`), and nothing of the database is loaded while it is off.
 */
import { useEffect, useState } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";

export const ledger = createSetting<"on" | "off">("ledger", oneOf(["on", "off"]), "off");

const rows = () => import("./rows.ts");

/**
 * Notes that the person has these files; does nothing while the ledger is off. Never throws: nobody waits for it.
 * @param hashes SHA-256, 64 hex digits of any case; others are passed over
 */
export function rememberOwned(hashes: readonly string[]): void {
  if (ledger.get() !== "on" || hashes.length === 0) return;
  void rows()
    .then(({ addOwned }) => addOwned(hashes))
    .catch((error: unknown) => console.warn("The files you have could not be noted.", error));
}

/** The same for a file that is being downloaded, by its path. */
export function rememberDownload({ path }: { path: string }): void {
  rememberOwned([hashOfPath(path) ?? ""]);
}

const NONE: ReadonlySet<string> = new Set();

/** Which of these files the person has; none while the ledger is off. Follows other tabs. */
export function useOwnedAmong(hashes: readonly string[]): ReadonlySet<string> {
  const isOn = ledger.use() === "on";
  const [owned, setOwned] = useState(NONE);
  const asked = isOn ? hashes.join(" ") : "";
  useEffect(() => {
    if (asked === "") return;
    let isHere = true;
    let end = () => {};
    rows().then(
      ({ watchOwned }) => {
        if (isHere) end = watchOwned(asked.split(" "), setOwned);
      },
      () => {}, // as if nothing were noted
    );
    return () => {
      isHere = false;
      end();
      setOwned(NONE);
    };
  }, [asked]);
  return owned;
}
