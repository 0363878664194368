import { useParams } from "@tanstack/react-router";
import { guarded } from "../features/account/guarded.tsx";
import { DownloadPage } from "../features/imports/downloads/DownloadPage.tsx";
import { DownloadsPage } from "../features/imports/downloads/DownloadsPage.tsx";

const Download = () => {
  const { download = "" } = useParams({ strict: false });
  return <DownloadPage key={download} id={download} />;
};

export const screens = {
  "/account/administrator/downloads": guarded(DownloadsPage, "administrator"),
  "/account/administrator/downloads/$download": guarded(Download, "administrator"),
};
