/** Save shortcut: opens the same dialog as the post's button. */
import type { QueryClient } from "@tanstack/react-query";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import type { PostAddress } from "../../../lib/post-address.ts";
import { postTitle } from "../../../lib/text.ts";
import { flash } from "../../../lib/toast.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { profileQuery } from "../../browse/profile-api.ts";
import { type SavablePost, showSaved } from "../../library/saved/dialogs.ts";
import { postQuery } from "../../post/api.ts";
import { savableOf } from "../../post/savable.ts";
import { listedPost } from "./listed-post.ts";

/** Timeout for loading the title. */
const NAME_MS = 1_000;

/** @param title on the screen, used for a saved post if no other data is available */
export async function savePost(client: QueryClient, address: PostAddress, title: string): Promise<void> {
  const creatorName = await nameOf(client, address);
  const post = await savable(client, address, title, creatorName);
  if (post === undefined) flash({ text: t("shortcuts.notLoaded") });
  else showSaved({ kind: "save", subject: { kind: "posts", posts: [post] } });
}

async function savable(
  client: QueryClient,
  address: PostAddress,
  title: string,
  creatorName: string | undefined,
): Promise<SavablePost | undefined> {
  const query = postQuery(address);
  const open = client.getQueryData(query.queryKey);
  if (open !== undefined) return savableOf(open, creatorName);
  const answers = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);
  const listed = address.revision === undefined ? listedPost(answers, address) : undefined;
  if (listed !== undefined)
    return { ...listed, title: postTitle(listed), ...(creatorName === undefined ? {} : { creatorName }) };
  const { service, id: user, post: id } = address;
  const key = { service, user, id };
  try {
    return savableOf(await client.fetchQuery(query), creatorName);
  } catch {
    // For a saved post, the dialog can still show its status and delete it.
    return savedMarks().has(postKey(key)) ? { ...key, title, file: {}, attachments: [] } : undefined;
  }
}

async function nameOf(client: QueryClient, { service, id }: PostAddress): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NAME_MS));
  const asked = client.ensureQueryData(profileQuery({ service, id })).then(
    ({ name }) => name,
    () => undefined,
  );
  return await Promise.race([asked, late]);
}
