import { createLazyRoute } from "@tanstack/react-router";
import { ArchivePage } from "../features/post/archive-file/ArchivePage.tsx";

export const Route = createLazyRoute("/file/{-$hash}")({
  component: () => <ArchivePage hash={Route.useParams().hash} />,
});
