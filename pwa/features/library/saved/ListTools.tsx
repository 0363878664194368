import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/initial.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { type SavablePost, showSaved } from "./dialogs.ts";

export interface ListToolsProps {
  /** Those in view. */
  posts: readonly SavablePost[];
  /** Of one creator, whose header has the way to save them, or of linked ones. */
  isOwnPage: boolean;
  className: string;
}

/** Above a list of posts: saves it, and leads to what is saved of it. */
export function ListTools({ posts, isOwnPage, className }: ListToolsProps) {
  const hasSaved = useSavedMarks().size > 0;
  const first = posts[0];
  if (first === undefined) return null;
  const { service, user } = first;
  // A page of linked profiles has posts of several.
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
          <Icon name="download" size={18} />
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
