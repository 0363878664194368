import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./authentication.lazy.tsx");
const getParentRoute = () => rootRoute;

/** `location`: the page to return to. */
const validateSearch = textSearch("location", "invitation");

export const authenticationRoutes = [
  createRoute({ getParentRoute, path: "/authentication/login", validateSearch }).lazy(
    async () => (await load()).login,
  ),
  createRoute({ getParentRoute, path: "/authentication/register", validateSearch }).lazy(
    async () => (await load()).register,
  ),
  createRoute({ getParentRoute, path: "/authentication/recover", validateSearch }).lazy(
    async () => (await load()).recover,
  ),
  createRoute({ getParentRoute, path: "/authentication/logout" }).lazy(async () => (await load()).logout),
  createRoute({ getParentRoute, path: "/authentication/setup" }).lazy(async () => (await load()).setup),
] as const;
