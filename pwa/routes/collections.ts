import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./collections.lazy.tsx");
const getParentRoute = () => rootRoute;

export const collectionRoutes = [
  createRoute({ getParentRoute, path: "/collections" }).lazy(async () => (await load()).collections),
  createRoute({ getParentRoute, path: "/collections/$collection" }).lazy(
    async () => (await load()).collection,
  ),
] as const;
