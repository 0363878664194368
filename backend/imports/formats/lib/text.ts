/** Converts plain text to HTML. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes markup and keeps line breaks. */
export function htmlOfText(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char).replace(/\r\n|[\r\n]/g, "<br>");
}
