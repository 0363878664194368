import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { ShareIdRequired } from "../features/shares/ShareIdRequired.tsx";
import { SharePage } from "../features/shares/SharePage.tsx";

const route = getRouteApi("/share/{-$id}");

export const lazyShare = createLazyRoute("/share/{-$id}")({
  component: () => {
    const { id } = route.useParams();
    return id === undefined ? <ShareIdRequired /> : <SharePage id={id} />;
  },
});
