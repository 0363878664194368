import { createLazyRoute } from "@tanstack/react-router";
import { ContinuousPage } from "../features/post/ContinuousPage.tsx";

export const Route = createLazyRoute("/read")({
  component: () => {
    const search = Route.useSearch();
    const { at, o, ...list } = search;
    return <ContinuousPage key={JSON.stringify(list)} search={search} />;
  },
});
