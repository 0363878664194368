import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { DmsPage } from "../features/dms/DmsPage.tsx";

const route = getRouteApi("/dms");

export const lazyDms = createLazyRoute("/dms")({
  component: () => <DmsPage search={route.useSearch()} />,
});
