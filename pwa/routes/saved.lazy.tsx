import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { SavedPage } from "../features/saved/SavedPage.tsx";

export { readyLibrary } from "../features/saved/use-library.ts";

const route = getRouteApi("/saved");

export const lazySaved = createLazyRoute("/saved")({
  component: () => <SavedPage search={route.useSearch()} />,
});
