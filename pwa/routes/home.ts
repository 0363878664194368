import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./home.lazy.tsx");

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  loader: ({ context }) =>
    load().then(
      (file) => file.askHome(context.queryClient),
      () => undefined, // a screen that does not come says so itself
    ),
}).lazy(() => load().then((file) => file.lazyHome));
