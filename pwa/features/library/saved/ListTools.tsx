import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/initial.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { type SavablePost, showSaved } from "./dialogs.ts";

export interface ListToolsProps {
  /** Posts on this page of the list. */
  posts: readonly SavablePost[];
  /** The list of one creator, whose header can save them, or of linked profiles. */
  isOwnPage: boolean;
  className: string;
}

/** Saves a list of posts, and links to its saved posts. */
export function ListTools({ posts, isOwnPage, className }: ListToolsProps) {
  const hasSaved = useSavedMarks().size > 0;
  const first = posts[0];
  if (first === undefined) return null;
  const { service, user } = first;
  // Linked profiles list posts of several creators.
  const isOfOne = isOwnPage && posts.every((post) => post.service === service && post.user === user);
  return (
    <>
      {isOfOne ? null : (
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          onClick={() => showSaved({ kind: "save", subject: { kind: "posts", posts } })}
        >
          <Icon name="saved" size={18} />
          <span>{t("posts.saveThese", { count: posts.length })}</span>
        </button>
      )}
      {hasSaved ? (
        <Link to="/saved" search={isOfOne ? { creator: `${service}/${user}` } : {}} className={className}>
          {t("posts.savedOnly")}
        </Link>
      ) : null}
    </>
  );
}
