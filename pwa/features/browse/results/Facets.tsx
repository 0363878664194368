import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { Facets as FacetCounts, FacetName } from "#shared/contracts/search.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { formatNumber, type MessageId, t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import { facetsQuery } from "./api.ts";
import styles from "./Facets.module.css";
import { toggle } from "./terms.ts";

const ORDER: readonly FacetName[] = ["service", "has", "year", "tag", "creator", "ext"];
/** Number of values shown in a collapsed facet. */
const SHOWN = 6;
/** Labels of values of `has:`; unknown values are shown as they are. */
const HAS: Record<string, MessageId> = {
  video: "results.has.video",
  image: "results.has.image",
  audio: "results.has.audio",
  archive: "results.has.archive",
  document: "results.has.document",
  comments: "results.has.comments",
  poll: "results.has.poll",
};

/** Facets beside the list; behind a button on narrow screens. */
export function FacetPanel({ search }: { search: ListSearch }) {
  return (
    <aside className={styles.panel} aria-label={t("results.facets")}>
      <Facets search={search} />
    </aside>
  );
}

/** @param props.count posts found with the filters chosen by now */
export function FacetButton({ search, count }: { search: ListSearch; count: number }) {
  return (
    <PopoverButton
      label={t("results.facets")}
      className={styles.opener}
      face={
        <>
          <Icon name="settings" />
          {t("results.facets")}
        </>
      }
    >
      <h2 className={styles.heading}>{t("results.facets")}</h2>
      <Facets search={search} />
      <p className={styles.footer}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          onClick={({ currentTarget }) => currentTarget.closest("dialog")?.hidePopover()}
        >
          {t("results.show", { count })}
        </button>
      </p>
    </PopoverButton>
  );
}

function Facets({ search }: { search: ListSearch }) {
  const { data, isPlaceholderData } = useQuery(facetsQuery(search));
  if (data === undefined) return null;
  return (
    <div className={styles.facets} aria-busy={isPlaceholderData}>
      {ORDER.map((name) => (
        <Facet key={name} name={name} counts={data[name]} search={search} />
      ))}
    </div>
  );
}

interface FacetProps {
  name: FacetName;
  counts: FacetCounts[FacetName];
  search: ListSearch;
}

function Facet({ name, counts, search }: FacetProps) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const values = counts.flatMap(({ value, count }) => {
    const change = toggle(search, name, value);
    return change === undefined ? [] : { value, count, ...change };
  });
  if (values.length === 0) return null;
  const chosen = values.filter(({ isOn }) => isOn);
  const unchosen = values.filter(({ isOn }) => !isOn);
  const inView = isWhole ? values : [...chosen, ...unchosen].slice(0, Math.max(SHOWN, chosen.length));
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(`results.facet.${name}`)}
      </h2>
      <ul className={styles.values}>
        {inView.map(({ value, count, isOn, search: next, or }) => (
          <li key={value} className={styles.row}>
            <Link
              to="/posts"
              search={next}
              className={styles.value}
              aria-current={isOn ? "true" : undefined}
              preload={false}
              resetScroll={false}
            >
              <span className={styles.box}>{isOn ? <Icon name="check" size={14} /> : null}</span>
              <bdi className={styles.name}>{labelOf(name, value)}</bdi>
              <span className={styles.count} aria-hidden="true">
                {formatNumber(count)}
              </span>
              <span className="sr-only">
                {t(isOn ? "results.remove" : "results.add", { posts: t("search.postCount", { count }) })}
              </span>
            </Link>
            {or === undefined ? null : (
              <Link
                to="/posts"
                search={or}
                className={styles.or}
                aria-label={t("results.orValue", { value })}
                preload={false}
                resetScroll={false}
              >
                {t("results.or")}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {values.length > SHOWN ? (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? "results.fewer" : "results.more")}
        </button>
      ) : null}
    </section>
  );
}

function labelOf(name: FacetName, value: string): string {
  if (name === "service" && isService(value)) return serviceInfo(value).title;
  const word = name === "has" ? HAS[value] : undefined;
  return word === undefined ? value : t(word);
}
