import { createRoute } from "@tanstack/react-router";
import { SIGN_ON_PAGES } from "#shared/rules/single-sign-on.ts";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./authentication.lazy.tsx");
const getParentRoute = () => rootRoute;
const staticData = { open: true } as const;

/** `location`: the page to return to; `problem`: why a login with a provider failed. */
const validateSearch = textSearch("location", "problem");

export const authenticationRoutes = [
  createRoute({ getParentRoute, path: "/authentication/login", validateSearch, staticData }).lazy(
    async () => (await load()).login,
  ),
  createRoute({ getParentRoute, path: "/authentication/register", validateSearch, staticData }).lazy(
    async () => (await load()).register,
  ),
  createRoute({ getParentRoute, path: "/authentication/recover", validateSearch, staticData }).lazy(
    async () => (await load()).recover,
  ),
  createRoute({ getParentRoute, path: "/authentication/logout", staticData }).lazy(
    async () => (await load()).logout,
  ),
  createRoute({ getParentRoute, path: SIGN_ON_PAGES.done, validateSearch, staticData }).lazy(
    async () => (await load()).singleSignOn,
  ),
  createRoute({ getParentRoute, path: "/authentication/setup", staticData }).lazy(
    async () => (await load()).setup,
  ),
] as const;
