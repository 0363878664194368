import { createLazyRoute } from "@tanstack/react-router";
import { ShareIdRequired, SharePage } from "../features/uploads/shares/SharePage.tsx";
import { SharesPage } from "../features/uploads/shares/SharesPage.tsx";

export const shares = createLazyRoute("/shares")({
  component: () => <SharesPage search={shares.useSearch()} />,
});
export const share = createLazyRoute("/share/{-$id}")({
  component: () => {
    const { id } = share.useParams();
    return id === undefined ? <ShareIdRequired /> : <SharePage id={id} />;
  },
});
