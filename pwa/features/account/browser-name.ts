/** Names as people know them, by what the browser says of itself; the order matters, as each names others as well. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Browser and system of a `User-Agent`; what it begins with where neither is known. */
export function browserOf(agent: string): string {
  const names = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? []);
  return names.flat().join(" · ") || agent.split(" ", 1)[0] || "?";
}
