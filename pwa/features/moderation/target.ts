/** Parses an address to a target that the API can hide. */
import type { HideTarget } from "#shared/contracts/moderation.ts";
import { isService } from "#shared/services/index.ts";

/** @returns undefined unless the address is of a creator, post, chat server or share */
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
