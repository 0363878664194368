import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { UpdatedPage } from "../features/creators/UpdatedPage.tsx";

const route = getRouteApi("/artists/updated");

export const lazyUpdated = createLazyRoute("/artists/updated")({
  component: () => <UpdatedPage o={route.useSearch().o} />,
});
