import { createRoute, redirect } from "@tanstack/react-router";
import { rootRoute } from "./root.tsx";

/** Old address of the page of an archive file. */
export const oldArchiveRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/posts/archives/$hash",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/file/{-$hash}", params: { hash: params.hash }, replace: true });
  },
});
