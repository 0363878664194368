import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./authentication.lazy.tsx");
const getParentRoute = () => rootRoute;
const staticData = { open: true } as const;

/** `location`: the page to return to. */
const validateSearch = textSearch("location");

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
  createRoute({ getParentRoute, path: "/authentication/setup", staticData }).lazy(
    async () => (await load()).setup,
  ),
] as const;
