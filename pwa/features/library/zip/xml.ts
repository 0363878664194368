/** Writes XML as text. Pure. */

/** Characters that XML 1.0 cannot represent, even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const allowedInXml = (text: string): string => text.replace(FORBIDDEN, "");

/** Escapes text for an element or an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  allowedInXml(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

/** Template whose values are escaped. Arrays are of markup that is complete, and are joined. */
export function xml(
  pieces: TemplateStringsArray,
  ...values: (string | number | readonly string[])[]
): string {
  return pieces.reduce((before, piece, at) => {
    const value = values[at - 1] ?? "";
    return before + (typeof value === "object" ? value.join("") : escapeXml(String(value))) + piece;
  });
}
