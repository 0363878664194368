/** Reads the answers of S3-compatible servers: keys are hex and the rest is plain, so a parser is not needed. */

/** Contents of each element of a name, which is never inside of itself. */
export function elementsOf(xml: string, name: string): string[] {
  const [, ...parts] = xml.split(`<${name}>`);
  return parts.map((part) => part.split(`</${name}>`, 1)[0] ?? "");
}

/** Text of the first such element. */
export function fieldOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&quot;|&lt;|&gt;|&apos;|&#(\d+);/g, (entity, code?: string) =>
      code === undefined ? (ENTITIES[entity] ?? entity) : String.fromCodePoint(Number(code)),
    )
    .replaceAll("&amp;", "&");
}
const ENTITIES: Record<string, string> = { "&quot;": '"', "&lt;": "<", "&gt;": ">", "&apos;": "'" };
