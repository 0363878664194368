import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { createStore } from "../lib/create-store.ts";
import { isInDialog, noticeContainer } from "./notice-container.ts";

/** In order of priority; one is shown at a time. Current events come before offers, which may stay open for long. */
const KINDS = [
  "done",
  "selection",
  "missing",
  "outdated",
  "hidden",
  "connection",
  "update",
  "question",
  "install",
] as const;
export type NoticeKind = (typeof KINDS)[number];

const wanted = createStore<readonly NoticeKind[]>([]);

/**
 * Notices share one place and are shown one at a time; over a dialog only the result of the last action, with its undo.
 */
export function Notice({ kind, children }: { kind: NoticeKind; children: ReactNode }) {
  useEffect(() => {
    wanted.set((kinds) => [...kinds, kind]);
    return () => wanted.set((kinds) => kinds.filter((one) => one !== kind));
  }, [kind]);
  const kinds = wanted.use();
  const container = noticeContainer.use();
  const isOverDialog = isInDialog.use();
  const first = KINDS.find((one) => kinds.includes(one) && (one === "done" || !isOverDialog));
  if (container === undefined || first !== kind) return null;
  return createPortal(<div data-notice={kind}>{children}</div>, container);
}
