/** Cookies of our own that hold a choice; where they are blocked, reads give undefined and writes do nothing. */

const DAYS_KEPT = 399; // browsers cut anything above 400
const SECONDS_A_DAY = 86_400;

export function readCookie(name: string): string | undefined {
  try {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
    return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

export function writeCookie(name: string, value: string | undefined): void {
  try {
    const age = value === undefined ? 0 : DAYS_KEPT * SECONDS_A_DAY;
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser
    document.cookie = `${name}=${encodeURIComponent(value ?? "")}; max-age=${age}; path=/; samesite=lax`;
  } catch (error) {
    console.warn("Cookies are not available.", error);
  }
}
