import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { CreatorPage } from "../features/creators/CreatorPage.tsx";

const route = getRouteApi("/$service/user/$id");

export const lazyCreator = createLazyRoute("/$service/user/$id")({
  component: () => <CreatorPage params={route.useParams()} search={route.useSearch()} />,
});
