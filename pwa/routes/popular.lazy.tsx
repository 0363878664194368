import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { PopularPage } from "../features/popular/PopularPage.tsx";

const route = getRouteApi("/posts/popular");

export const lazyPopular = createLazyRoute("/posts/popular")({
  component: () => <PopularPage search={route.useSearch()} />,
});
