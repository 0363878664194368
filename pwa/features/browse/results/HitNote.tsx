import { Link } from "@tanstack/react-router";
import type { SearchedPost } from "#shared/contracts/search.ts";
import { formatList, t } from "../../../i18n/index.ts";
import { Marked } from "../../../ui/Highlight.tsx";
import styles from "./HitNote.module.css";
import { whyFound } from "./why.ts";

/** Note below a card: the creator, and why the post matched. @param hit undefined while loading */
export function HitNote({ q, hit }: { q: string; hit: SearchedPost | undefined }) {
  if (hit === undefined) return <div className={styles.note} />;
  const { service, user, creator, snippet, tags } = hit;
  return (
    <div className={styles.note}>
      <Link to="/$service/user/$id" params={{ service, id: user }} className={styles.creator} dir="auto">
        <Marked text={creator} />
      </Link>
      {snippet === "" ? null : (
        <p className={styles.snippet} dir="auto">
          <Marked text={snippet} />
        </p>
      )}
      <Reasons q={q} hit={hit} tags={tags} />
    </div>
  );
}

function Reasons({ q, hit, tags }: { q: string; hit: SearchedPost; tags: readonly string[] }) {
  const { places, corrections } = whyFound(q, hit);
  const names = places.map((place) => t(`results.in.${place}`));
  if (names.length === 0) return null;
  return (
    <p className={styles.why}>
      <span>{t("results.why", { places: formatList(names) })}</span>
      {tags.map((tag) => (
        <bdi key={tag} className={styles.tag}>
          <Marked text={tag} />
        </bdi>
      ))}
      {corrections.map(({ typed, found, letters }) => (
        <span key={typed}>{t("results.corrected", { typed, found, letters })}</span>
      ))}
    </p>
  );
}
