import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getRegistration } from "#shared/contracts/accounts.ts";
import {
  getAccess,
  getManagedAccount,
  listAccounts,
  listAudit,
  listDamagedFiles,
} from "#shared/contracts/administration.ts";
import { listInvitations } from "#shared/contracts/invitations.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

export interface AccountFilter {
  name?: string | undefined;
  role?: string | undefined;
}

/** Prefix of the query keys of administrators' screens. */
export const ADMINISTRATION_KEY = [ACCOUNT_KEY, "administration"] as const;

/** @param page from 1 */
export function accountsQuery(page: string, { name, role }: AccountFilter) {
  const known = ROLES.find((one) => one === role);
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "accounts", page, name, known],
    queryFn: (context) => accountCall(listAccounts, { query: { page, name, role: known } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function managedAccountQuery(id: string) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "account", id],
    queryFn: (context) => accountCall(getManagedAccount, { params: { account: id } }, context),
    staleTime: 0,
  });
}

export function auditQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "audit", o],
    queryFn: (context) => accountCall(listAudit, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function accessQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "access"],
    queryFn: (context) => accountCall(getAccess, {}, context),
    staleTime: 0,
  });
}

export function damagedFilesQuery(o: string | undefined) {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "files", o],
    queryFn: (context) => accountCall(listDamagedFiles, { query: { o } }, context),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function invitationsQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "invitations"],
    queryFn: (context) => accountCall(listInvitations, {}, context),
    staleTime: 0,
  });
}

export function registrationQuery() {
  return queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "registration"],
    queryFn: (context) => accountCall(getRegistration, {}, context),
    staleTime: 0,
  });
}
