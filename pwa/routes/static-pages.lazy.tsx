import { createLazyRoute } from "@tanstack/react-router";
import { RequestForm } from "../features/moderation/takedown-requests/RequestForm.tsx";
import { StatusPage } from "../features/moderation/takedown-requests/StatusPage.tsx";
import * as pages from "../features/settings/static-pages/pages.ts";
import { StaticPage } from "../features/settings/static-pages/StaticPage.tsx";
import { useLockedOut } from "../lib/members.ts";

const screen = (content: pages.StaticPage) => ({ component: () => <StaticPage content={content} /> });

export const records = createLazyRoute("/2257")(screen(pages.RECORDS));
export const contact = createLazyRoute("/contact")(screen(pages.CONTACT));
export const takedownNotices = createLazyRoute("/dmca")({
  component: () => {
    const isLockedOut = useLockedOut(); // the form is about content
    return (
      <>
        <StaticPage content={pages.TAKEDOWNS} />
        {isLockedOut ? null : <RequestForm />}
      </>
    );
  },
});
export const takedownStatus = createLazyRoute("/dmca/status")({ component: StatusPage });
export const lockedArchives = createLazyRoute("/gumroad-and-co")(screen(pages.LOCKED_ARCHIVES));
export const chat = createLazyRoute("/matrix")(screen(pages.CHAT));
export const keys = createLazyRoute("/importer/tutorial")(screen(pages.KEYS));
export const fanboxKey = createLazyRoute("/importer/tutorial_fanbox")(screen(pages.FANBOX_KEY));
