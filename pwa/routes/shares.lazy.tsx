import { useParams, useSearch } from "@tanstack/react-router";
import { ShareIdRequired, SharePage } from "../features/uploads/shares/SharePage.tsx";
import { SharesPage } from "../features/uploads/shares/SharesPage.tsx";
import { toListSearch } from "../lib/list-search.ts";

const Shares = () => <SharesPage search={toListSearch(useSearch({ strict: false }))} />;

const Share = () => {
  const { id } = useParams({ strict: false });
  return id === undefined ? <ShareIdRequired /> : <SharePage id={id} />;
};

export const screens = { "/shares": Shares, "/share/{-$id}": Share };
