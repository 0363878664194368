import { useEffect, useState } from "react";
import { type MessageId, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";

const TOLD_MS = 2_000;

/** Copies the text and says so; a browser that refuses says that. */
export function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState<MessageId>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), TOLD_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("reference.copied");
    } catch {
      setSaid("reference.copyFailed");
    }
  };
  return (
    <button type="button" className={button.button} onClick={() => void copy()}>
      <span aria-live="polite">{t(said ?? "reference.copy")}</span>
    </button>
  );
}
