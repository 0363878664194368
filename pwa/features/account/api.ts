import { queryOptions, useQuery } from "@tanstack/react-query";
import { listTokens } from "#shared/contracts/access-tokens.ts";
import { getRegistration } from "#shared/contracts/accounts.ts";
import { listOwnInvitations } from "#shared/contracts/invitations.ts";
import { listNotifications } from "#shared/contracts/notifications.ts";
import { countRecoveryCodes, getAccount, listSessions } from "#shared/contracts/own-account.ts";
import { listPasskeys } from "#shared/contracts/passkeys.ts";
import { getSingleSignOn } from "#shared/contracts/single-sign-on.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { call } from "../../api/call.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import { ACCOUNT_KEY, accountCall } from "../../offline/account/call.ts";
import { isDuplicate, role } from "./device.ts";

/** The user's own account, and the number of new notifications. */
export function accountQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "own"],
    queryFn: async (context) => {
      const body = await accountCall(getAccount, {}, context);
      noteAccount(body.props.account);
      return body;
    },
    select: ({ props }) => props,
  });
}

/** `data` is undefined without a login. */
export function useAccount() {
  return useQuery({ ...accountQuery(), enabled: useLoggedIn() });
}

export function noteAccount(account: OwnAccount): void {
  role.set(account.role);
  isDuplicate.set(account.is_duplicate === true ? "1" : undefined);
}

/** The request marks all as seen, so it is never prefetched or repeated automatically. */
export function notificationsQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "notifications"],
    queryFn: (context) => accountCall(listNotifications, {}, context),
    select: ({ props }) => props.notifications,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "sessions"],
    queryFn: (context) => accountCall(listSessions, {}, context),
    staleTime: 0,
  });
}

export function tokensQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "tokens"],
    queryFn: (context) => accountCall(listTokens, {}, context),
    staleTime: 0,
  });
}

export function passkeysQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "passkeys"],
    queryFn: (context) => accountCall(listPasskeys, {}, context),
    staleTime: 0,
  });
}

export function recoveryCodesQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "recovery codes"],
    queryFn: (context) => accountCall(countRecoveryCodes, {}, context),
    staleTime: 0,
  });
}

/** Logins with providers, and if the account has a password; asked only where there are providers. */
export function singleSignOnQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "single sign-on"],
    queryFn: (context) => accountCall(getSingleSignOn, {}, context),
    staleTime: 0,
    enabled: site().login.providers.length > 0,
  });
}

/** Registration policy. */
export function registrationQuery() {
  return queryOptions({
    queryKey: ["registration"],
    queryFn: ({ signal }) => call(getRegistration, { signal }),
  });
}

/** Invitations of the account, and whether it may invite. */
export function ownInvitationsQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "invitations"],
    queryFn: (context) => accountCall(listOwnInvitations, {}, context),
    staleTime: 0,
  });
}
