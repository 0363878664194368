/** Cookies that store choices; if blocked, reads return undefined and writes do nothing. */

const MAX_AGE_DAYS = 399; // browsers limit cookies to 400 days
const SECONDS_PER_DAY = 86_400;

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
    const age = value === undefined ? 0 : MAX_AGE_DAYS * SECONDS_PER_DAY;
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser
    document.cookie = `${name}=${encodeURIComponent(value ?? "")}; max-age=${age}; path=/; samesite=lax`;
  } catch (error) {
    console.warn("Cookies are not available.", error);
  }
}
