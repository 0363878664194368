import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listCopies, listTakedowns, previewTakedown } from "#shared/contracts/takedowns.ts";
import { isService } from "#shared/services/index.ts";
import { accountCall } from "../../../offline/account/call.ts";
import { ADMINISTRATION_KEY } from "./api.ts";

/** Target: a creator, a post or a file. */
export type TakedownTarget = { service: string; user: string; post?: string } | { file: string };

const KEY = [...ADMINISTRATION_KEY, "takedowns"] as const;

export function takedownsQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...KEY, o],
    queryFn: (context) => accountCall(listTakedowns, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function previewQuery(target: TakedownTarget) {
  return queryOptions({
    queryKey: [...KEY, "preview", target],
    queryFn: (context) => accountCall(previewTakedown, { query: target }, context),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Images that look like a file, which may be taken down with it. */
export function copiesQuery(file: string) {
  return queryOptions({
    queryKey: [...KEY, "copies", file],
    queryFn: (context) => accountCall(listCopies, { query: { file } }, context),
    staleTime: 0,
    gcTime: 0,
  });
}

/** @param text address in the archive, or SHA-256 or address of a file; undefined for anything else */
export function takedownTarget(text: string): TakedownTarget | undefined {
  const file = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i.exec(text)?.[0];
  if (file !== undefined) return { file: file.toLowerCase() };
  const path = URL.parse(text.trim(), location.origin)?.pathname ?? "";
  const [service = "", user, id = "", kind, post] = path.split("/").slice(1).map(decode);
  if (service === "discord" && user === "server" && id !== "") return { service, user: id };
  if (!isService(service) || user !== "user" || id === "") return undefined;
  return { service, user: id, ...(kind === "post" && post !== undefined && post !== "" ? { post } : {}) };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
