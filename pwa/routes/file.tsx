import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** Without a hash the page says that one is required. */
export const fileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/file/{-$hash}",
}).lazy(async () => {
  const { ArchivePage } = await import("../features/archive-file/ArchivePage.tsx");
  return createLazyRoute("/file/{-$hash}")({
    component: () => <ArchivePage hash={fileRoute.useParams().hash} />,
  });
});
