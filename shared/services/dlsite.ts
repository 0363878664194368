import type { ServiceInfo } from "./service.ts";

export const dlsite: ServiceInfo = {
  title: "DLsite",
  color: "#052a83",
  profileUrl: "https://www.dlsite.com/eng/circle/profile/=/maker_id/{user}",
  postUrl: "https://www.dlsite.com/home/work/=/product_id/{post}",
  postLink: null,
  rewritesLinks: false,
  tabs: [],
  cardImage: "file",
  key: { place: "cookie", name: "__DLsite_SID" },
  importForm: { session_key: {} },
  splitsDownloads: true,
};
