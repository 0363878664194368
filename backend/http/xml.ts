/** Writes XML. */
import { DomHandler, DomUtils } from "htmlparser2";

export type XmlNode = string | [name: string, attributes: Record<string, string>, ...children: XmlNode[]];

export function xmlDocument(root: XmlNode): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${toXml(root)}`;
}

export function toXml(root: XmlNode): string {
  const handler = new DomHandler(undefined, { xmlMode: true });
  write(root);
  return DomUtils.getOuterHTML(handler.dom, { xmlMode: true });

  function write(node: XmlNode): void {
    if (typeof node === "string") {
      handler.ontext(allowed(node));
      return;
    }
    const [name, attributes, ...children] = node;
    const values = Object.entries(attributes).map(([key, value]) => [key, allowed(value)]);
    handler.onopentag(name, Object.fromEntries(values));
    for (const child of children) write(child);
    handler.onclosetag();
  }
}

/** Removes control characters, which XML 1.0 cannot represent even escaped. */
function allowed(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
}
