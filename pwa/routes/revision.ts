import { createRoute } from "@tanstack/react-router";
import { profileQuery } from "../features/creators/public.ts";
import { postQuery } from "../features/post/public.ts";
import { rootRoute } from "./root.tsx";

export const revisionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$service/user/$id/post/$post/revision/$revision",
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(postQuery(params));
    void context.queryClient.prefetchQuery(profileQuery(params));
  },
}).lazy(() => import("./revision.lazy.tsx").then((file) => file.lazyRevision));
