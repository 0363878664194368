import { createLazyRoute } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { DownloadPage } from "../features/imports/downloads/DownloadPage.tsx";
import { DownloadsPage } from "../features/imports/downloads/DownloadsPage.tsx";
import { MissingPage } from "../features/imports/missing/MissingPage.tsx";

export const downloads = createLazyRoute("/account/administrator/downloads")({
  component: guarded(DownloadsPage, "administrator"),
});
export const download = createLazyRoute("/account/administrator/downloads/$download")({
  component: guarded(() => {
    const { download: id } = download.useParams();
    return <DownloadPage key={id} id={id} />;
  }, "administrator"),
});
export const missing = createLazyRoute("/account/administrator/missing")({
  component: guarded(() => <MissingPage search={missing.useSearch()} />, "administrator"),
});
