/** Redirects: to a random creator or post, and to a post whose creator is unknown. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./redirects.lazy.tsx");
const getParentRoute = () => rootRoute;

export const redirectRoutes = [
  createRoute({ getParentRoute, path: "/artists/random" }).lazy(async () => (await load()).randomCreator),
  createRoute({ getParentRoute, path: "/posts/random" }).lazy(async () => (await load()).randomPost),
  createRoute({ getParentRoute, path: "/$service/post/{-$post}" }).lazy(async () => (await load()).resolve),
] as const;
