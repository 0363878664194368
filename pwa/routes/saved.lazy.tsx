import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { SavedPage } from "../features/saved/SavedPage.tsx";

const route = getRouteApi("/saved");

export const lazySaved = createLazyRoute("/saved")({
  component: () => <SavedPage search={route.useSearch()} />,
});
