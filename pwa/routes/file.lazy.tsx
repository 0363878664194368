import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ArchivePage } from "../features/archive-file/ArchivePage.tsx";

const route = getRouteApi("/file/{-$hash}");

export const lazyFile = createLazyRoute("/file/{-$hash}")({
  component: () => <ArchivePage hash={route.useParams().hash} />,
});
