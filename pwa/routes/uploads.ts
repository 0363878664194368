import { createRoute } from "@tanstack/react-router";
import { textSearch } from "../lib/list-search.ts";
import { rootRoute } from "./root.tsx";

const load = () => import("./uploads.lazy.tsx");
const getParentRoute = () => rootRoute;

export const uploadRoutes = [
  createRoute({ getParentRoute, path: "/posts/upload", validateSearch: textSearch("service", "user") }).lazy(
    async () => (await load()).upload,
  ),
  createRoute({ getParentRoute, path: "/account/posts/upload" }).lazy(async () => (await load()).ownUploads),
  createRoute({ getParentRoute, path: "/account/moderator/tasks/uploads" }).lazy(
    async () => (await load()).waitingUploads,
  ),
] as const;
