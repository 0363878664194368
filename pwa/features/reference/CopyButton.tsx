import { useEffect, useState } from "react";
import button from "../../ui/Button.module.css";

const TOLD_MS = 2_000;

/** Copies the text and says so; a browser that refuses says that. */
export function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), TOLD_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Not allowed");
    }
  };
  return (
    <button type="button" className={button.button} onClick={() => void copy()}>
      <span aria-live="polite">{said === "" ? "Copy" : said}</span>
    </button>
  );
}
