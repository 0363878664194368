/** Addresses that lead to another: a random creator or post, and a post known without its creator. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./redirects.lazy.tsx");
const getParentRoute = () => rootRoute;

export const redirectRoutes = [
  createRoute({ getParentRoute, path: "/artists/random" }).lazy(async () => (await load()).randomCreator),
  createRoute({ getParentRoute, path: "/posts/random" }).lazy(async () => (await load()).randomPost),
  createRoute({ getParentRoute, path: "/$service/post/{-$post}" }).lazy(async () => (await load()).resolve),
] as const;
