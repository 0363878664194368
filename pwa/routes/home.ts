import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

const load = () => import("./home.lazy.tsx");

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  loader: ({ context }) =>
    load().then(
      (file) => file.prefetchHome(context),
      () => undefined, // if the chunk fails to load, the screen shows the error
    ),
  staticData: { ssr: "routes/home.lazy.tsx" },
}).lazy(() => load().then((file) => file.lazyHome));
