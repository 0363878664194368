import { isService } from "#shared/services/index.ts";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { NotFound } from "../../../ui/NotFound.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { randomCreatorQuery, randomPostQuery, resolveQuery } from "./api.ts";
import { Redirect } from "./Redirect.tsx";

/** `/artists/random` */
export function RandomCreatorPage() {
  return <Redirect query={randomCreatorQuery()} title={t("redirect.randomCreator")} />;
}

/** `/posts/random` */
export function RandomPostPage() {
  return <Redirect query={randomPostQuery()} title={t("redirect.randomPost")} />;
}

/** `/:service/post/:post`: redirects to a post whose creator is unknown. */
export function ResolvePage({ service, post = "" }: { service: string; post?: string | undefined }) {
  if (service.trim() === "") return <Required message={t("redirect.serviceRequired")} />;
  if (!isService(service)) return <NotFound />;
  if (post.trim() === "") return <Required message={t("redirect.postRequired")} />;
  return <Redirect query={resolveQuery(service, post)} title={t("redirect.post")} />;
}

function Required({ message }: { message: string }) {
  return (
    <div className={page.page}>
      <PageHeading title={t("redirect.post")} />
      <EmptyState message={message} />
    </div>
  );
}
