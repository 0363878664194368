import type { FileRef, MaybeFile } from "#shared/entities/file.ts";
import { t } from "../../../i18n/index.ts";
import type { CollectedPost } from "../../../offline/db/records.ts";
import button from "../../../ui/Button.module.css";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { showCollections } from "./dialogs.ts";

interface Collectable {
  service: string;
  user: string;
  id: string;
  title: string;
  creatorName?: string | undefined;
  file: MaybeFile;
  attachments: readonly FileRef[];
}

/** Fields of a post that a collection stores. */
export function collectable(post: Collectable): CollectedPost {
  const { service, user, id, title, creatorName, file, attachments } = post;
  const files = attachments.map(({ name, path }) => ({ name, path }));
  const known = creatorName === undefined ? {} : { creatorName };
  return { service, user, id, title, ...known, file, attachments: files };
}

/** Opens the dialog that adds a post to collections. */
export function CollectButton({ post }: { post: Collectable }) {
  return (
    <button
      type="button"
      className={button.button}
      aria-haspopup="dialog"
      onClick={() => showCollections([collectable(post)])}
    >
      <ScreenIcon name="list" size={18} />
      {t("collections.add")}
    </button>
  );
}

/** CollectButton as an icon, among the tools of the viewer. */
export function CollectTool({ post, className }: { post: Collectable; className: string | undefined }) {
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      aria-label={t("collections.add")}
      title={t("collections.add")}
      onClick={() => showCollections([collectable(post)])}
    >
      <ScreenIcon name="list" size={22} />
    </button>
  );
}
