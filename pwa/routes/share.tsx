import { createLazyRoute, createRoute } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

export const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/share/{-$id}",
}).lazy(async () => {
  const { ShareIdRequired, SharePage } = await import("../features/shares/SharePage.tsx");
  return createLazyRoute("/share/{-$id}")({
    component: () => {
      const { id } = shareRoute.useParams();
      return id === undefined ? <ShareIdRequired /> : <SharePage id={id} />;
    },
  });
});
