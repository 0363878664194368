import { Link, useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { t } from "../../../i18n/initial.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { OrderProps } from "../cards/OrderSelect.tsx";
import { ViewButton } from "../cards/ViewButton.tsx";
import styles from "./PostSearchForm.module.css";
import { SearchField } from "./SearchField.tsx";
import type { FoundNotes } from "./SearchNotes.tsx";

// Lazy: few searches have notes.
const SearchNotes = lazyComponent(() => import("./SearchNotes.tsx").then((file) => file.SearchNotes));

export interface PostSearchFormProps extends OrderProps {
  search: ListSearch;
  label: string;
  found?: FoundNotes | undefined;
}

/** Search form of a post list: words and tags, stored in the address, with sort order and view settings. */
export function PostSearchForm({ search, usual, label, found }: PostSearchFormProps) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get("q") ?? "").trim();
    void navigate({ to: ".", search: { q: q === "" ? undefined : q, tag: search.tag } });
  };
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a form is what holds the fields */}
      <form className={styles.form} role="search" aria-label={label} onSubmit={submit}>
        <SearchField key={search.q ?? ""} q={search.q ?? ""} label={label} />
        <button type="submit" className={button.button}>
          {t("posts.search")}
        </button>
        {search.tag === undefined ? null : (
          <ul className={styles.tags} aria-label={t("posts.tags")}>
            {search.tag.map((tag) => (
              <li key={tag}>
                <Link
                  to="."
                  search={{ ...search, o: undefined, tag: without(search.tag, tag) }}
                  className={styles.tag}
                  aria-label={t("posts.removeTag", { tag })}
                >
                  <Icon name="tag" size={16} />
                  <bdi>{tag}</bdi>
                  <Icon name="close" size={16} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {found?.exact === undefined && !found?.fallback && !search.q?.includes(":") ? null : (
          <SearchNotes search={search} found={found} />
        )}
      </form>
      <ViewButton order={{ search, usual }} />
    </div>
  );
}

function without(tags: string[] | undefined, tag: string): string[] | undefined {
  const rest = tags?.filter((one) => one !== tag) ?? [];
  return rest.length > 0 ? rest : undefined;
}
