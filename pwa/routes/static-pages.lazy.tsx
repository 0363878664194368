import { createLazyRoute } from "@tanstack/react-router";
import * as pages from "../features/static-pages/pages.ts";
import { StaticPage } from "../features/static-pages/StaticPage.tsx";

export const lazyRecords = createLazyRoute("/2257")({
  component: () => <StaticPage content={pages.RECORDS} />,
});
export const lazyContact = createLazyRoute("/contact")({
  component: () => <StaticPage content={pages.CONTACT} />,
});
export const lazyTakedowns = createLazyRoute("/dmca")({
  component: () => <StaticPage content={pages.TAKEDOWNS} />,
});
export const lazyLockedArchives = createLazyRoute("/gumroad-and-co")({
  component: () => <StaticPage content={pages.LOCKED_ARCHIVES} />,
});
export const lazyChat = createLazyRoute("/matrix")({
  component: () => <StaticPage content={pages.CHAT} />,
});
export const lazyKeys = createLazyRoute("/importer/tutorial")({
  component: () => <StaticPage content={pages.KEYS} />,
});
export const lazyFanboxKey = createLazyRoute("/importer/tutorial_fanbox")({
  component: () => <StaticPage content={pages.FANBOX_KEY} />,
});
