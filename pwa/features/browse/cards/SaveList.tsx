import { useQueryClient } from "@tanstack/react-query";
import { useMatch, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { postTitle } from "../../../lib/text.ts";
import { flash } from "../../../lib/toast.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import type { ListedToZip } from "../../library/zip/ZipPostsDialog.tsx";
import type { ListedPost } from "../posts/subject.ts";

/** Posts of one file. */
const MAX_POSTS = 500;

/** Posts to save, with the name of their list. */
export interface ListToSave {
  posts: ListedToZip[];
  title: string | undefined;
}

interface SaveListProps {
  search: ListSearch;
  /** Called once the posts are listed, to show the dialog outside of the panel, which the dialog closes. */
  onSave: (list: ListToSave) => void;
}

/** Saves the posts of a creator or of a search as one file. The list of everything and those of linked profiles have none. */
export function SaveList({ search: { q, tag, sort_by }, onSave }: SaveListProps) {
  const { service, id } = useParams({ strict: false });
  const isOfPerson = useMatch({ from: "/$service/user/$id/links/posts", shouldThrow: false }) !== undefined;
  const [isLoading, setIsLoading] = useState(false);
  const client = useQueryClient();
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const isCreator = service !== undefined && id !== undefined;
  if (isOfPerson || (!isCreator && q === undefined && tag === undefined)) return null;
  const pageAt = async (offset: number): Promise<ListedPost[]> => {
    const query = { q, tag, sort_by, with: "card" as const, o: offset === 0 ? undefined : String(offset) };
    const context = { client, queryKey: ["save-list", service, id, query], signal: stop.current.signal };
    if (isCreator) return await cachedCall(listCreatorPosts, { params: { service, id }, query }, context);
    return (await cachedCall(listPosts, { query }, context)).posts;
  };
  const open = async () => {
    setIsLoading(true);
    try {
      const found = await listed(pageAt);
      if (stop.current.signal.aborted) return;
      // Lists by date begin with the newest, books with the oldest.
      const posts = q === undefined ? found.reverse() : found;
      onSave({ posts, title: q ?? tag?.join(", ") ?? posts[0]?.creatorName });
    } catch {
      if (!stop.current.signal.aborted) flash({ text: t("zip.readFailed") });
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <div>
      <button
        type="button"
        className={button.button}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        disabled={isLoading}
        onClick={() => void open()}
      >
        <Icon name="files" size={18} />
        {t("zip.open")}
      </button>
    </div>
  );
}

/** @param pageAt reads the page at an offset */
async function listed(pageAt: (offset: number) => Promise<ListedPost[]>): Promise<ListedToZip[]> {
  const posts: ListedToZip[] = [];
  for (let offset = 0; offset < MAX_POSTS; offset += PAGE_SIZE) {
    const page = await pageAt(offset);
    posts.push(...page.map((post) => ({ ...post, title: postTitle(post), creatorName: post.creator_name })));
    if (page.length < PAGE_SIZE) return posts;
  }
  flash({ text: t("zip.limited", { count: MAX_POSTS }) });
  return posts;
}
