import { browser } from "./apis.ts";

/** Copies a text. Requires a user gesture. @returns false if the browser refused */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = browser().clipboard;
  if (clipboard === undefined) return copySelected(text);
  return await clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** `execCommand` is deprecated; browsers keep it as the only way to copy without HTTPS. */
function copySelected(text: string): boolean {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", copy, { once: true });
  try {
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", copy);
  }
}
