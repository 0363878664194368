import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./own-account.lazy.tsx");
const getParentRoute = () => rootRoute;

export const ownAccountRoutes = [
  createRoute({ getParentRoute, path: "/account" }).lazy(async () => (await load()).account),
  createRoute({ getParentRoute, path: "/account/change_password" }).lazy(
    async () => (await load()).changePassword,
  ),
  createRoute({ getParentRoute, path: "/account/change_username" }).lazy(
    async () => (await load()).changeUsername,
  ),
  createRoute({ getParentRoute, path: "/account/data" }).lazy(async () => (await load()).data),
  createRoute({ getParentRoute, path: "/account/notifications" }).lazy(
    async () => (await load()).notifications,
  ),
  createRoute({ getParentRoute, path: "/account/passkeys" }).lazy(async () => (await load()).passkeys),
  createRoute({
    getParentRoute,
    path: "/account/recovery_codes",
    validateSearch: textSearch("location"),
  }).lazy(async () => (await load()).recoveryCodes),
  createRoute({ getParentRoute, path: "/account/review_dms", validateSearch: textSearch("status") }).lazy(
    async () => (await load()).reviewDms,
  ),
  createRoute({ getParentRoute, path: "/account/sessions" }).lazy(async () => (await load()).sessions),
  createRoute({ getParentRoute, path: "/account/invitations" }).lazy(
    async () => (await load()).ownInvitations,
  ),
  createRoute({ getParentRoute, path: "/account/guest_links" }).lazy(async () => (await load()).guestLinks),
  createRoute({
    getParentRoute,
    path: "/account/single_sign_on",
    validateSearch: textSearch("problem"),
  }).lazy(async () => (await load()).singleSignOn),
  createRoute({ getParentRoute, path: "/account/sync" }).lazy(async () => (await load()).sync),
] as const;
