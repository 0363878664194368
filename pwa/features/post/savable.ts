import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import type { SavablePost } from "../library/saved/dialogs.ts";

/** Converts an open post or older revision to the model for saving. */
export function savableOf({ post }: Pick<PostEnvelope, "post">, creatorName?: string): SavablePost {
  const { service, user, id, content, file, attachments } = post;
  return {
    ...{ service, user, id, content, file, attachments },
    title: post.title.trim() || t("post.untitled"),
    ...(creatorName === undefined ? {} : { creatorName }),
    ...("revision_id" in post ? { revision: String(post.revision_id) } : {}),
  };
}
