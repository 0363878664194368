/** Logs each login and new account, successful or not, and each change by moderators and administrators. */
import type { Context } from "koa";
import { hasEffect } from "#shared/contracts/endpoint.ts";
import type { Caller } from "./admit.ts";
import { HttpError } from "./errors.ts";
import type { Route } from "./handler.ts";

/** @param error absent if the request succeeded */
export function logSecurity(
  { method, path }: Context,
  { contract, services: { log } }: Route,
  { address, principal }: Caller,
  error?: unknown,
): void {
  if (!hasEffect(contract)) return;
  const isAuthentication = contract.authentication === true;
  const isModeration = contract.access === "moderator" || contract.access === "administrator";
  if (!isAuthentication && !isModeration) return;
  const entry = { method, path, address, account: principal?.id, token: principal?.token?.id };
  if (error === undefined) log.info(entry, isAuthentication ? "authentication" : "administration");
  else if (isAuthentication && error instanceof HttpError)
    log.warn({ ...entry, reason: error.message }, "authentication refused");
}
