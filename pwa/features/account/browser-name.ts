/** Browser names by pattern of the user agent. The order matters, as most user agents name other browsers too. */
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

/** Browser and system of a `User-Agent`; its first characters if both are unknown. */
export function browserOf(agent: string): string {
  const names = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? []);
  return names.flat().join(" · ") || agent.split(" ", 1)[0] || "?";
}
