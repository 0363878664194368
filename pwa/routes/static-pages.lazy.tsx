import { RequestForm } from "../features/moderation/takedown-requests/RequestForm.tsx";
import { StatusPage } from "../features/moderation/takedown-requests/StatusPage.tsx";
import * as pages from "../features/settings/static-pages/pages.ts";
import { StaticPage } from "../features/settings/static-pages/StaticPage.tsx";

const screen = (content: pages.StaticPage) => () => <StaticPage content={content} />;

const TakedownNotices = () => (
  <>
    <StaticPage content={pages.TAKEDOWNS} />
    <RequestForm />
  </>
);

export const screens = {
  "/2257": screen(pages.RECORDS),
  "/contact": screen(pages.CONTACT),
  "/dmca": TakedownNotices,
  "/dmca/status": StatusPage,
  "/gumroad-and-co": screen(pages.LOCKED_ARCHIVES),
  "/matrix": screen(pages.CHAT),
  "/importer/tutorial": screen(pages.KEYS),
  "/importer/tutorial_fanbox": screen(pages.FANBOX_KEY),
};
