/** What an address of the archive names, as the API hides it. */
import type { HideTarget } from "#shared/contracts/moderation.ts";
import { isService } from "#shared/services/index.ts";

/** @returns undefined where the address is none of a creator, a post, a chat server or a share */
export function targetOfAddress(address: string): HideTarget | undefined {
  const url = URL.parse(address.trim(), location.origin);
  if (url === null) return undefined;
  const names = url.pathname.split("/").filter((name) => name !== "");
  const [first = "", second = "", id = "", fourth, post] = names.map(decode);
  if (first === "share" && second !== "") return { share: second };
  if (first === "discord" && second === "server" && id !== "") return { service: first, user: id };
  if (!isService(first) || second !== "user" || id === "") return undefined;
  return { service: first, user: id, ...(fourth === "post" && post !== undefined ? { post } : {}) };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
