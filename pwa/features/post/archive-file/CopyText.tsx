import { useEffect, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { copyText } from "../../../lib/secure-context/clipboard.ts";
import button from "../../../ui/Button.module.css";

/** Disabled for this long after a click; the confirmation stays a little longer. */
const OFF_MS = 500;
const RESULT_MS = 2_000;

/** Copies a text and shows whether the browser allowed it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<"copied" | "refused">();
  const [isOff, setIsOff] = useState(false);
  useEffect(() => {
    if (result === undefined) return;
    const timers = [
      setTimeout(() => setIsOff(false), OFF_MS),
      setTimeout(() => setResult(undefined), RESULT_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [result]);
  const copy = async () => {
    setIsOff(true);
    setResult((await copyText(text)) ? "copied" : "refused");
  };
  return (
    <button type="button" className={button.button} disabled={isOff} onClick={() => void copy()}>
      <span aria-live="polite">
        {result === undefined
          ? label
          : result === "copied"
            ? t("archiveFile.copied")
            : t("archiveFile.copyFailed")}
      </span>
    </button>
  );
}
