import { createLazyRoute } from "@tanstack/react-router";
import { UpdatedPage } from "../features/browse/creators/UpdatedPage.tsx";

export const Route = createLazyRoute("/artists/updated")({
  component: () => <UpdatedPage o={Route.useSearch().o} />,
});
