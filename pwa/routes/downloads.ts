import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./downloads.lazy.tsx");
const getParentRoute = () => rootRoute;

export const downloadsRoutes = [
  createRoute({ getParentRoute, path: "/account/administrator/downloads" }).lazy(
    async () => (await load()).downloads,
  ),
  createRoute({ getParentRoute, path: "/account/administrator/downloads/$download" }).lazy(
    async () => (await load()).download,
  ),
] as const;
