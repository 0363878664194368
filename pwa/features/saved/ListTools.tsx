import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { useSavedMarks } from "../../offline/library/saved-marks.ts";
import { Icon } from "../../ui/Icon.tsx";
import { type SavablePost, showSaved } from "./dialogs.ts";

export interface ListToolsProps {
  /** Those in view. */
  posts: readonly SavablePost[];
  /** All are of one creator, and it is about that one. */
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
  const label = isOfOne ? t("posts.saveCreator") : t("posts.saveThese", { count: posts.length });
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() =>
          showSaved({
            kind: "save",
            subject: isOfOne ? { kind: "creator", service, id: user, page: posts } : { kind: "posts", posts },
          })
        }
      >
        <Icon name="download" size={18} />
        <span>{label}</span>
      </button>
      {hasSaved ? (
        <Link to="/saved" search={isOfOne ? { creator: `${service}/${user}` } : {}} className={className}>
          {t("posts.savedOnly")}
        </Link>
      ) : null}
    </>
  );
}
