/** Addresses that lead on to another: a random creator or post, and a post known without its creator. */
import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const lazy = () => import("./redirects.lazy.tsx");
const getParentRoute = () => rootRoute;

export const randomCreatorRoute = createRoute({ getParentRoute, path: "/artists/random" }).lazy(
  async () => (await lazy()).randomCreator,
);
export const randomPostRoute = createRoute({ getParentRoute, path: "/posts/random" }).lazy(
  async () => (await lazy()).randomPost,
);
export const resolveRoute = createRoute({ getParentRoute, path: "/$service/post/{-$post}" }).lazy(
  async () => (await lazy()).resolve,
);
